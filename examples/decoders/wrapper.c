// What to put around a decoder: cc wrapper.c decoder.c -o wrapper
#include <stdio.h>
#include <string.h>
// Null for a good line, else why it is none. What it read is printed as it stands on the line.
const char* decode(const char* line, size_t size);
int main(void) {
  static char line[1 << 26];  // fgets would stop at a NUL: so byte by byte.
  for (size_t size = 0, byte = 0; byte != (size_t)EOF; size = 0) {
    while ((byte = (size_t)getchar()) != (size_t)EOF && byte != '\n') line[size++] = (char)byte;
    while (size > 0 && memchr(" \t\r", line[size - 1], 3)) --size;
    const char* why = size == 0 ? "" : decode(line, size);
    if (size > 0 && why != NULL) printf("{\"reject\":\"%s\"}\n", why);
    if (why == NULL) printf("{\"accept\":"), fwrite(line, 1, size, stdout), puts("}");
  }
}
