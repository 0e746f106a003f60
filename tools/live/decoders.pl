# JSON::PP, as its page says it is used for one text: decoders.pl
use JSON::PP;
my $json = JSON::PP->new->utf8->allow_nonref;
binmode STDIN;
binmode STDOUT;
$| = 1;
while (my $line = <STDIN>) {
  next if $line =~ /\A[ \t\r\n]*\z/;
  my $value = eval { [$json->decode($line)] };
  if (!$value) { print $json->encode({reject => "$@"}), "\n"; next }
  my $text = eval { $json->encode({accept => $value->[0]}) };
  print defined $text ? $text : $json->encode({unprintable => "$@"}), "\n";
}
