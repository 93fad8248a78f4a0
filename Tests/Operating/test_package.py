"""The Debian package of the built program: lintian, and installed, started, removed and purged in an overlay over this
machine's root."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

import container
from container import REPOSITORY, run
from test_readme import block, free_port

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="overlays, chroot and other users are for root")

UNIT = (REPOSITORY / "Packaging" / "foyer.service").read_text()
# As dpkg's own scripts are run; the server and its commands get what the unit and the block in operating.md give them.
AS_FOYER = "env -i PATH=/usr/bin:/bin setpriv --reuid=foyer --regid=foyer --init-groups"


def setting(name):
    """The words of a setting of the unit."""
    return re.search(rf"^{name}=(.*)$", UNIT, re.M)[1].split()


@pytest.fixture(scope="module")
def work():
    folder = Path(tempfile.mkdtemp(prefix="foyer-package-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def package(work):
    run([str(REPOSITORY / "bin" / "package"), "--program", os.environ["PROGRAM"], "--out", str(work)])
    [package] = work.glob("foyer_*.deb")
    return package


def test_lintian_finds_nothing(package):
    run(["lintian", "--allow-root", "--fail-on", "error,warning", str(package)])


def test_name_and_architecture(package):
    version = run([os.environ["PROGRAM"], "version"]).split()[1]
    architecture = run(["dpkg", "--print-architecture"]).strip()
    assert package.name == f"foyer_{version}_{architecture}.deb"
    depends = run(["dpkg-deb", "--field", str(package), "Depends"])
    assert all(name in depends for name in ("libc6 ", "libpq5 ", "libssl3", "adduser")), depends


def test_the_files_are_those_of_the_image(package, work):
    run(["dpkg-deb", "--extract", str(package), str(work / "files")])
    share = work / "files" / "usr" / "share" / "foyer"
    copies = re.findall(r"^COPY (?!--from)(\S+) /usr/local/share/foyer/(\w+)/?$", (REPOSITORY / "Dockerfile").read_text(), re.M)
    assert sorted(target for _, target in copies) == sorted(path.name for path in share.iterdir())
    for pattern, target in copies:
        found = [path for path in REPOSITORY.glob(pattern) if path.is_file()] or (REPOSITORY / pattern).rglob("*")
        for path in found:
            if path.is_file() and path.name != "README.md":
                name = path.name if "*" in pattern else path.relative_to(REPOSITORY / pattern)
                assert (share / target / name).read_bytes() == path.read_bytes()
    assert (share / "Public" / "vendor" / "htmx.min.js").exists()


def test_the_settings_are_those_of_the_table():
    """Each is there once, without effect until its sign is removed."""
    lines = (REPOSITORY / "Packaging" / "foyer.env").read_text().splitlines()
    named = re.findall(r"^#([A-Z_]+)=\".*\"$", "\n".join(lines), re.M)
    table = re.findall(r"^\| `([A-Z_]+)` \|", (REPOSITORY / "docs" / "operating.md").read_text(), re.M)
    assert sorted(named) == sorted(table)
    assert all(line.startswith("#") or not line for line in lines)


@needs_root
def test_install_serve_remove_and_purge(work, package):
    # Over this machine's root, which has what the package depends on; nothing of it changes.
    machine = container.Stage("this machine", work / "machine")
    shutil.copy(package, machine.upper / "foyer.deb")
    install = block("bin/package").split("\n")[1].replace("sudo apt install ./.build/foyer_*.deb", "dpkg --install /foyer.deb")
    machine.shell(install)
    machine.shell("""
        test "$(stat -c '%U:%G %a' /etc/foyer/foyer.env)" = root:foyer\\ 640
        test -L /etc/systemd/system/multi-user.target.wants/foyer.service
        systemd-analyze verify --man=no foyer.service
        systemd-analyze security --offline=true --threshold=30 foyer.service
    """)

    url = f"http://127.0.0.1:{free_port()}"
    doctor = block("sudo -u foyer").replace("sudo -u foyer", AS_FOYER)
    server = shlex.join(setting("Environment") + setting("ExecStart"))
    folders = shlex.join(f"/var/lib/{name}" for name in setting("StateDirectory"))
    machine.shell(f"""
        sed -i 's|^#FOYER_LISTEN=.*|FOYER_LISTEN="{url[7:]}"|; s|^#FOYER_BACKUP_DIR|FOYER_BACKUP_DIR|' /etc/foyer/foyer.env
        install -d -o foyer -g foyer -m {setting("StateDirectoryMode")[0]} {folders}
        {AS_FOYER} env $(grep -v '^#' /etc/foyer/foyer.env | tr -d '"') {server} &
        trap 'kill $! && wait $!' EXIT
        until foyer doctor --url {url}/readyz; do kill -0 $!; sleep 0.1; done
        foyer doctor --url {url}/login
        until ls /var/lib/foyer/backups/foyer-*.tar; do kill -0 $!; sleep 0.1; done
        {doctor} >/doctor
        kill -s {setting("KillSignal")[0].removeprefix("SIG")} $!
        wait $!
        trap - EXIT
    """)
    said = (machine.upper / "doctor").read_text()
    for line in ("files: /usr/bin/../share/foyer", "backups: 1 in /var/lib/foyer/backups", "migrations: up to date"):
        assert line in said, said

    state = machine.upper / "var" / "lib" / "foyer"
    machine.shell("dpkg --install /foyer.deb")
    assert "FOYER_LISTEN=\"127" in (machine.upper / "etc" / "foyer" / "foyer.env").read_text()
    machine.shell("dpkg --remove foyer; test ! -e /usr/bin/foyer; test -e /etc/foyer/foyer.env")
    assert (state / "postgres" / "PG_VERSION").exists()
    machine.shell("dpkg --purge foyer; test ! -e /etc/foyer; test ! -e /usr/share/foyer")
    machine.shell("test ! -L /etc/systemd/system/multi-user.target.wants/foyer.service")
    assert [path.name for path in state.iterdir()] == ["backups"] and len(list((state / "backups").iterdir())) == 1
