#!/usr/bin/env python3
"""packages.py STAGED FOLDER VERSION: a wheel, an npm package and an image of one static program.

STAGED holds what is installed (bin/orrery, share/man/man1, ...), in some folder below it. The
packages are called `orrery-gate`, since `orrery` is taken in both registries; what they bring is
called `orrery`. Equal input gives equal bytes.
"""
import base64
import glob
import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import zipfile

NAME = "orrery-gate"
SUMMARY = "Deterministic simulator and conformance gate for IDE agents"
# Linked with nothing, so it runs beside any C library.
WHEEL_TAG = "py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64"
README = """# Orrery

%s. It brings the program `orrery`, for Linux on x86-64, which needs nothing else:

    orrery conform ack --subject "exec:python3 mine.py"

`orrery --help` says what there is.
""" % SUMMARY


class Staged:
    def __init__(self, folder):
        self.root = os.path.dirname(os.path.dirname(
            glob.glob(os.path.join(folder, "**/bin/orrery"), recursive=True)[0]))
        self.program = self.read("bin/orrery")
        self.licence = self.read("share/doc/orrery/copyright")
        # What other programs read of it, beside the program: by its path below the prefix.
        self.pages = {os.path.relpath(path, self.root): self.read(path) for path in sorted(
            glob.glob(os.path.join(self.root, "share/man/man1/*")) +
            glob.glob(os.path.join(self.root, "share/*/*completions*/*")))}

    def read(self, path):
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()


def wheel(staged, folder, version):
    stem = "%s-%s" % (NAME.replace("-", "_"), version)
    info, data = stem + ".dist-info/", stem + ".data/"
    files = {data + "scripts/orrery": staged.program}
    files.update((data + "data/" + path, text) for path, text in staged.pages.items())
    files[info + "LICENSE"] = staged.licence
    files[info + "METADATA"] = (
        "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nLicense: MIT\n"
        "Description-Content-Type: text/markdown\n\n%s" % (NAME, version, SUMMARY, README)).encode()
    tags = ["Tag: py3-none-" + platform for platform in WHEEL_TAG.split("-")[2].split(".")]
    files[info + "WHEEL"] = "\n".join(
        ["Wheel-Version: 1.0", "Generator: orrery", "Root-Is-Purelib: false"] + tags + [""]).encode()
    rows = ["%s,sha256=%s,%d" % (
        path, base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("="), len(text))
        for path, text in files.items()]
    files[info + "RECORD"] = "\n".join(rows + [info + "RECORD,,", ""]).encode()
    path = os.path.join(folder, "%s-%s.whl" % (stem, WHEEL_TAG))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, text)


def tar(files):
    """Of {path: (mode, bytes)}; None for bytes is a folder."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, (mode, text) in files.items():
            entry = tarfile.TarInfo(path)
            entry.mode = mode
            if text is None:
                entry.type = tarfile.DIRTYPE
            else:
                entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text or b""))
    return out.getvalue()


def write_gzip(path, data):
    with open(path, "wb") as file:
        file.write(gzip.compress(data, 9, mtime=0))


def npm(staged, folder, version):
    files = {"package/bin/orrery": (0o755, staged.program),
             "package/LICENSE": (0o644, staged.licence),
             "package/README.md": (0o644, README.encode())}
    pages = {path[6:]: text for path, text in staged.pages.items() if "/man1/" in path}
    files.update(("package/" + path, (0o644, text)) for path, text in pages.items())
    about = {"name": NAME, "version": version, "description": SUMMARY, "license": "MIT",
             "os": ["linux"], "cpu": ["x64"],
             # One program by two names, so that npx knows which one is meant.
             "bin": {"orrery": "bin/orrery", NAME: "bin/orrery"},
             "man": ["./" + path for path in pages]}
    files["package/package.json"] = (0o644, (json.dumps(about, indent=2) + "\n").encode())
    write_gzip(os.path.join(folder, "%s-%s.tgz" % (NAME, version)), tar(files))


def image(staged, folder, version):
    """Both as `docker load` reads it, and as the layout of OCI, of the same blobs."""
    layer = tar({"usr": (0o755, None), "usr/bin": (0o755, None),
                 "usr/bin/orrery": (0o755, staged.program),
                 "tmp": (0o1777, None), "work": (0o755, None)})
    files = {"blobs": (0o755, None), "blobs/sha256": (0o755, None)}

    def blob(text, kind):
        digest = hashlib.sha256(text).hexdigest()
        files["blobs/sha256/" + digest] = (0o644, text)
        return {"mediaType": "application/vnd.oci.image.%s+json" % kind if kind != "layer"
                else "application/vnd.oci.image.layer.v1.tar",
                "digest": "sha256:" + digest, "size": len(text)}

    def document(what):
        return json.dumps(what).encode()

    layers = [blob(layer, "layer")]
    config = blob(document({
        "architecture": "amd64", "os": "linux",
        "config": {"Entrypoint": ["/usr/bin/orrery"], "Cmd": ["conform"], "WorkingDir": "/work",
                   "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"]},
        "rootfs": {"type": "layers", "diff_ids": [layers[0]["digest"]]}}), "config.v1")
    manifest = blob(document({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config, "layers": layers}), "manifest.v1")
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version,
                               "io.containerd.image.name": "docker.io/library/orrery:" + version}

    def path_of(row):
        return "blobs/sha256/" + row["digest"][7:]

    files["oci-layout"] = (0o644, document({"imageLayoutVersion": "1.0.0"}))
    files["index.json"] = (0o644, document({"schemaVersion": 2, "manifests": [manifest]}))
    files["manifest.json"] = (0o644, document([{
        "Config": path_of(config), "RepoTags": ["orrery:" + version],
        "Layers": [path_of(row) for row in layers]}]))
    write_gzip(os.path.join(folder, "orrery-%s-image.tar.gz" % version), tar(files))


def main():
    staged, folder, version = Staged(sys.argv[1]), sys.argv[2], sys.argv[3]
    for make in (wheel, npm, image):
        make(staged, folder, version)


if __name__ == "__main__":
    main()
