"""The image, and what docker compose makes of it, without Docker: the Dockerfile and the compose file are read, not
repeated. A stage's root is an overlay over its base image: for the last stage a fresh Debian (debootstrap), for the stages
that only build, this machine, which has their tools. Needs root."""

import fnmatch
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CACHE = REPOSITORY / ".build" / "image"
PROGRAM = Path(os.environ.get("PROGRAM", REPOSITORY / ".build" / "debug" / "foyer")).resolve()


def run(command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert result.returncode == 0, f"{command} failed with {result.returncode}:\n{result.stdout[-4000:]}"
    return result.stdout


def ignored(path, patterns):
    """Whether .dockerignore keeps a path out: the last pattern that matches it, or a folder above it, decides."""
    names = [str(path)] + [str(parent) for parent in path.parents if parent != Path(".")]
    verdict = False
    for pattern in patterns:
        bare = pattern.lstrip("!")
        forms = [bare, bare[3:]] if bare.startswith("**/") else [bare]
        if any(fnmatch.fnmatchcase(name, form) for name in names for form in forms):
            verdict = not pattern.startswith("!")
    return verdict


def files():
    """The names of the repository's files, but for what git ignores."""
    names = run(["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], cwd=REPOSITORY)
    return {name for name in names.split("\0") if name and os.path.lexists(REPOSITORY / name)}


def context():
    """What reaches the daemon: the names of the repository's files that .dockerignore lets through."""
    lines = [line.strip() for line in (REPOSITORY / ".dockerignore").read_text().splitlines()]
    patterns = [line for line in lines if line and not line.startswith("#")]
    return {name for name in files() if not ignored(Path(name), patterns)}


def sync(folder, names):
    """Makes the folder hold these files of the repository and no others. What has not changed is left alone, so that a
    second build in it is short."""
    for path in list(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not name.startswith(".build") and not path.is_dir() and name not in names:
            path.unlink()
    for name in names:
        source, target = REPOSITORY / name, folder / name
        if target.is_file() and not source.is_symlink() and target.read_bytes() == source.read_bytes():
            continue
        target.unlink(missing_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target, follow_symlinks=False)


def same_package(folder, names):
    """Fails if the repository's package is not wholly among these files, as `swift package describe` reads it from a folder of
    them alone, or if its build tools would miss one of the files in the folders that they read."""
    folder.mkdir(parents=True, exist_ok=True)
    sync(folder, names)

    def described(package):
        text = run(["swift", "package", "--package-path", str(package), "describe", "--type", "json"])
        return {target["name"]: target.get("sources", []) for target in json.loads(text[text.index("{"):])["targets"]}

    assert described(folder) == described(REPOSITORY)
    read = ("Package.swift", "Sources/", "Plugins/", "Views/", "Locales/")
    missing = {name for name in files() if name.startswith(read)} - names
    assert not missing, f"not copied: {sorted(missing)}"


def instructions(text):
    """The Dockerfile's instructions, one (NAME, rest) each."""
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    lines = re.sub(r"\\\n", " ", text).splitlines()
    return [(line.split()[0], line.split(None, 1)[1].strip()) for line in lines if line.strip()]


def debian(suite):
    """The smallest Debian of that name, made once."""
    root = CACHE / f"debian-{suite}"
    if not (root / ".complete").exists():
        shutil.rmtree(root, ignore_errors=True)
        run(["debootstrap", "--variant=minbase", suite, str(root)])
        (root / ".complete").touch()
    return root


class Stage:
    """One stage of the Dockerfile."""

    def __init__(self, image, work):
        self.base = debian(re.fullmatch(r"debian:(\w+)-slim", image)[1]) if image.startswith("debian:") else Path("/")
        self.upper, self.scratch, self.root = (work / name for name in ("upper", "work", "root"))
        for folder in (self.upper, self.scratch, self.root):
            folder.mkdir(parents=True)
        # This machine has no `pip`, and does not let one install beside its packages.
        self.before = "python3 -m venv /usr/local/python; PATH=/usr/local/python/bin:$PATH; " if image.startswith("python:") else ""
        self.folder, self.environment, self.settings = "/", {}, {}
        self.history, self.copied = [image], []

    def shell(self, command, mounts=()):
        """Runs a command in the stage's root, whose changes stay in `upper`."""
        options = f"lowerdir={self.base},upperdir={self.upper},workdir={self.scratch}"
        lines = [f"mount -t overlay overlay -o {options} {self.root}"]
        lines += [f"mount --rbind /{name} {self.root}/{name}" for name in ("proc", "dev")]
        # The packages of the last stage come from where this machine's do.
        for name in ("etc/resolv.conf", "etc/apt"):
            if self.base != Path("/") and Path("/", name).exists():
                lines += [f"[ -e {self.root}/{name} ] || touch {self.root}/{name}", f"mount --bind /{name} {self.root}/{name}"]
        lines += mounts
        inner = f"mkdir -p {self.folder}; cd {self.folder}; {self.before}{command}"
        run(["unshare", "--mount", "sh", "-ec", "\n".join(lines) + f"\nexec chroot {self.root} sh -ec {shlex.quote(inner)}"],
            # A folder for temporary files outside is none inside.
            env={name: value for name, value in os.environ.items() if name != "TMPDIR"})

    def run(self, command):
        if "swift build" in command:
            # Not a second build: where the copied files make the same package, the program is the tests' own.
            same_package(CACHE / "tree", {name for name in context() if any(Path(name).is_relative_to(path) for path in self.copied)})
            place = f"{self.root}/mnt"
            return self.shell("swift() { echo /mnt; }; " + command, [f"mount --bind {PROGRAM.parent} {place}"])
        # What follows from the Dockerfile alone is kept, as Docker would.
        self.history.append(command)
        layer = CACHE / f"layer-{hashlib.sha256(json.dumps(self.history).encode()).hexdigest()[:16]}"
        if self.copied or not layer.exists():
            self.shell(command)
            if not self.copied:
                run(["cp", "-a", str(self.upper), f"{layer}.new"])
                Path(f"{layer}.new").rename(layer)
        else:
            run(["cp", "-a", f"{layer}/.", str(self.upper)])

    def copy(self, arguments, stages, folder):
        mode, other = re.search(r"--chmod=(\d+)", arguments), re.search(r"--from=(\S+)", arguments)
        source = stages[other[1]].upper if other else folder
        *patterns, target = [word for word in shlex.split(arguments) if not word.startswith("--")]
        self.copied += patterns
        place = Path(f"{self.upper}{os.path.normpath(os.path.join(self.folder, target))}")
        for pattern in patterns:
            found = list(source.glob(pattern.lstrip("/")))
            assert found, f"COPY {pattern}: no such file reaches the build"
            for path in found:
                goal = place / path.name if target.endswith("/") or target == "./" else place
                goal.parent.mkdir(parents=True, exist_ok=True)
                if path.is_dir():
                    shutil.copytree(path, place, symlinks=True, dirs_exist_ok=True)
                else:
                    shutil.copy2(path, goal)
                    if mode:
                        goal.chmod(int(mode[1], 8))


def build(work):
    """Follows the Dockerfile, and returns its last stage."""
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = work / "context"
    folder.mkdir(parents=True)
    sync(folder, context())
    stages, stage = {}, None
    for name, rest in instructions((REPOSITORY / "Dockerfile").read_text()):
        match name:
            case "FROM":
                image, *alias = re.split(r"\s+AS\s+", rest)
                stage = stages[alias[0] if alias else "final"] = Stage(image, work / f"stage-{len(stages)}")
            case "RUN":
                stage.run(rest)
            case "COPY":
                stage.copy(rest, stages, folder)
            case "WORKDIR":
                stage.folder = rest
            case "ENV":
                stage.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "HEALTHCHECK":
                stage.settings[name] = json.loads(rest[rest.index("CMD") + 3:])
            case "ENTRYPOINT" | "CMD":
                stage.settings[name] = json.loads(rest)
            case _:
                stage.settings[name] = rest
    return stage


def compose():
    """The services of the compose file, with the defaults of its variables."""
    import yaml
    text = (REPOSITORY / "docker-compose.yml").read_text()
    return yaml.safe_load(re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text))["services"]


def start(stage, service, secrets, environment, words=None, volumes=None, **options):
    """Starts a container of the service: process 1 of its own, read-only, as the image's user, without capabilities, but
    with this machine's network.

    - secrets: their texts by name.
    - environment: what differs from the compose file's.
    - words: another command.
    - volumes: a folder of this machine for each volume whose content somebody looks at.
    """
    root = stage.root
    # Without an upper folder an overlay cannot be written to.
    assert service["read_only"] and service["cap_drop"] == ["ALL"] and "no-new-privileges:true" in service["security_opt"]
    lines = [f"mount -t overlay overlay -o lowerdir={stage.upper}:{stage.base} {root}", f"mount -t proc proc {root}/proc"]
    lines += [f"mount --rbind /dev {root}/dev", f"mount -t tmpfs none {root}/run", f"mkdir {root}/run/secrets"]
    for place in service["tmpfs"]:
        path, _, choices = place.partition(":")
        lines.append(f"mount -t tmpfs -o {choices or 'defaults'} none {root}{path}")
    for volume in service.get("volumes", []):
        name, _, path = volume.partition(":")
        folder = (volumes or {}).get(name) or root.parent / f"volume-{name}"
        folder.mkdir(exist_ok=True)
        # A new volume has the owner and the mode of the image's folder.
        lines += [f"{change} --reference={root}{path} {folder}" for change in ("chown", "chmod")]
        lines.append(f"mount --bind {folder} {root}{path}")
    for name in service["secrets"]:
        lines.append(f"printf %s {shlex.quote(secrets[name])} >{root}/run/secrets/{name}; chmod 444 {root}/run/secrets/{name}")
    settings = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    settings |= stage.environment | {key: str(value or "") for key, value in service["environment"].items()} | environment
    user, group = stage.settings["USER"].split(":")
    words = stage.settings["ENTRYPOINT"] + (words or service.get("command") or stage.settings["CMD"])
    enter = ["chroot", str(root), "setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--inh-caps=-all",
             "--bounding-set=-all", "--no-new-privs", "env", "-i", f"--chdir={stage.folder}",
             *(f"{key}={value}" for key, value in settings.items()), *words]
    return subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "sh", "-ec", "\n".join(lines) + "\nexec " + shlex.join(enter)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
