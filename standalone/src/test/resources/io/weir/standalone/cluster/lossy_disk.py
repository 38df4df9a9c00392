"""A file system that may lose what was not forced: lossy_disk.py MOUNT_POINT DIRECTORY

Everything is passed through to DIRECTORY. What was not forced is remembered in memory, so that it can be taken back.

- A write, or a change of a file's size, is permanent once the file was forced (fsync, fdatasync).
- A name that was made, changed or deleted is permanent once its directory was forced.
- Both are permanent after some seconds if "age" says so, as a system writes by itself what is old.

Commands come in lines, and each is answered by a line:

  lose SEED          The power fails: of the names changed last, some or all are taken back; of writes, chance keeps each
                     as a whole, in part, or not at all. Nobody may have a file open.
  age SECONDS        See above; without it nothing becomes permanent by itself.

At the end of input it is unmounted.
"""

import itertools
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

import fusepy


class Change:
    """Bytes written at a place of a file or, without bytes, a new size; and what takes it back."""

    def __init__(self, number, at, data, before, size):
        self.number = number
        self.seconds = time.monotonic()
        self.at = at
        self.data = data
        self.before = before
        self.size = size

    def undo(self, fd):
        os.pwrite(fd, self.before, self.at)
        os.ftruncate(fd, self.size)

    def redo(self, fd, length):
        if self.data is None:
            os.ftruncate(fd, self.at)
        else:
            os.pwrite(fd, self.data[:length], self.at)

    def surviving(self, chance):
        """How many of its bytes survive; none of them if that is None."""
        outcome = chance.randrange(3)
        whole = len(self.data or b"")
        return None if outcome == 0 else whole if outcome == 1 or whole == 0 else chance.randrange(whole)


class Name:
    """A change of names in some directories, and what takes it back."""

    def __init__(self, number, paths, undo):
        self.number = number
        self.seconds = time.monotonic()
        self.directories = {os.path.dirname(path) for path in paths}
        self.undo = undo


class LossyDisk(fusepy.Operations):
    use_ns = True
    flag_nullpath_ok = True  # A file that was deleted may still be open.

    def __init__(self, directory):
        self.directory = directory
        self.graves = tempfile.mkdtemp(dir=os.path.dirname(directory))
        self.numbers = itertools.count()
        self.guard = threading.RLock()
        self.files = {}  # Of each inode: a descriptor, and changes that were not forced.
        self.names = []
        self.age = math.inf

    def init(self, path):
        print("mounted", flush=True)

    # Commands.

    def permanent_after(self, seconds):
        self.age = float(seconds)
        return "age"

    def lose(self, seed):
        chance = random.Random(int(seed))
        with self.guard:
            since = time.monotonic() - self.age
            changed, lost = 0, 0
            for fd, changes in self.files.values():
                for change in reversed(changes):
                    change.undo(fd)
                for change in changes:
                    whole = len(change.data or b"")
                    length = whole if change.seconds < since else change.surviving(chance)
                    changed += whole
                    lost += whole - (length or 0)
                    if length is not None:
                        change.redo(fd, length)
                os.close(fd)
            self.files.clear()
            young = [name for name in self.names if name.seconds >= since]
            kept = chance.choice([0, chance.randint(0, len(young))])
            for name in reversed(young[kept:]):
                name.undo()
            self.names.clear()
            return f"lost {lost} of {changed} unforced bytes, {len(young) - kept} of {len(young)} names"

    # Contents.

    def change(self, fd, at, data):
        with self.guard:
            size = os.fstat(fd).st_size
            end = size if data is None else min(size, at + len(data))
            change = Change(next(self.numbers), at, data, os.pread(fd, max(0, end - at), at), size)
            change.redo(fd, len(data or b""))
            inode = os.fstat(fd).st_ino
            if inode not in self.files:
                self.files[inode] = (os.dup(fd), [])
            self.files[inode][1].append(change)

    def write(self, path, data, offset, fh):
        self.change(fh, offset, data)
        return len(data)

    def truncate(self, path, length, fh=None):
        fd = os.open(self.real(path), os.O_RDWR) if fh is None else fh
        try:
            self.change(fd, length, None)
        finally:
            if fh is None:
                os.close(fd)

    def fsync(self, path, datasync, fh):
        mark = next(self.numbers)
        with self.guard:
            changes = self.files.get(os.fstat(fh).st_ino, (None, []))[1]
            changes[:] = [change for change in changes if change.number > mark]

    def read(self, path, size, offset, fh):
        return os.pread(fh, size, offset)

    def open(self, path, flags):
        # Of files that are only read, too: there is one descriptor for all of a file's changes.
        fd = os.open(self.real(path), os.O_RDWR)
        if flags & os.O_TRUNC:
            self.change(fd, 0, None)
        return fd

    def release(self, path, fh):
        os.close(fh)

    # Names.

    def renamed(self, paths, undo):
        self.names.append(Name(next(self.numbers), paths, undo))

    def bury(self, path):
        """Moves what has this name to where it can be had back from."""
        grave = os.path.join(self.graves, str(next(self.numbers)))
        if os.path.lexists(path):
            os.rename(path, grave)
        return grave

    def create(self, path, mode, fi=None):
        real = self.real(path)
        with self.guard:
            fd = os.open(real, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
            self.renamed([path], lambda: self.bury(real))
        return fd

    def mkdir(self, path, mode):
        real = self.real(path)
        with self.guard:
            os.mkdir(real, mode)
            self.renamed([path], lambda: self.bury(real))

    def rmdir(self, path):
        real = self.real(path)
        with self.guard:
            os.rmdir(real)
            self.renamed([path], lambda: os.mkdir(real))

    def unlink(self, path):
        real = self.real(path)
        with self.guard:
            grave = self.bury(real)
            self.renamed([path], lambda: os.rename(grave, real))

    def rename(self, old, new):
        before, after = self.real(old), self.real(new)
        with self.guard:
            isOver = os.path.isfile(after)
            grave = self.bury(after) if isOver else None
            os.rename(before, after)

            def undo():
                os.rename(after, before)
                if isOver:
                    os.rename(grave, after)

            self.renamed([old, new], undo)

    def fsyncdir(self, path, datasync, fh):
        mark = next(self.numbers)
        with self.guard:
            self.names = [name for name in self.names if name.number > mark or path not in name.directories]

    # What loses nothing.

    def real(self, path):
        return self.directory + path

    def getattr(self, path, fh=None):
        status = os.lstat(self.real(path)) if fh is None else os.fstat(fh)
        attributes = {key: getattr(status, key) for key in ("st_mode", "st_nlink", "st_size", "st_uid", "st_gid")}
        times = {f"st_{key}time": getattr(status, f"st_{key}time_ns") for key in "amc"}
        return attributes | times | {"st_blocks": status.st_blocks}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.real(path))]

    def statfs(self, path):
        status = os.statvfs(self.real(path))
        return {key: getattr(status, key) for key in dir(status) if key.startswith("f_")}

    def chmod(self, path, mode):
        os.chmod(self.real(path), mode)

    def chown(self, path, uid, gid):
        os.chown(self.real(path), uid, gid)

    def utimens(self, path, times=None):
        os.utime(self.real(path), ns=times)


def obey(disk, mount_point):
    commands = {"lose": disk.lose, "age": disk.permanent_after}
    for line in sys.stdin:
        command, *arguments = line.split()
        print(commands[command](*arguments), flush=True)
    subprocess.run(["umount", "--lazy", mount_point], check=False)
    os._exit(0)


def main():
    mount_point, directory = map(os.path.abspath, sys.argv[1:])
    disk = LossyDisk(directory)
    threading.Thread(target=obey, args=(disk, mount_point), daemon=True).start()
    # Nothing is remembered by the kernel that a loss of power would change.
    fusepy.FUSE(disk, mount_point, foreground=True, big_writes=True, hard_remove=True,
                attr_timeout=0, entry_timeout=0, negative_timeout=0)


main()
