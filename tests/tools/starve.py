#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs commands with less and less memory, and with outputs that cannot be written.

usage: starve.py PROGRAM TRIES < COMMANDS

Each line of COMMANDS is the arguments of one command, in which OUT is a folder of its
own. What it prints and the files in OUT are those of a run with all that it wants, or it
says what went wrong, with a status that is not 0, and no file is in OUT but whole ones.
Prints a line for each command that does otherwise.
"""

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys

KB = 1024
MOST = 4 << 20  # KB: more than any of these commands wants


def limits(memory, size):
    """What the child does before it becomes the program."""
    def set_them():
        if size is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory * KB, memory * KB))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_them


class Tried:
    """One run: its status, what it printed and said, and the files that it left."""

    def __init__(self, command, memory=None, size=None, stdout=subprocess.PIPE, pipe=True):
        shutil.rmtree("OUT", ignore_errors=True)
        os.mkdir("OUT")
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout,
                                 stderr=subprocess.PIPE, restore_signals=pipe,
                                 preexec_fn=limits(memory, size))
        self.printed, self.said = child.communicate()
        self.status = child.returncode
        self.files, self.shapes = {}, {}
        for folder, _, names in os.walk("OUT"):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    self.files[path] = file.read()


def shape(content):
    """A file without its times, sums and names: what is left of it in another run."""
    return re.sub(rb"[0-9a-f]*[0-9][0-9a-f.]*", b"0", content)


def is_whole(shapes, content):
    """Is a file that differs each time like those of two good runs, up to its end?"""
    return content.endswith(b"\n") and shape(content) in shapes


def fault(full, tried, prints=True):
    """What is wrong with a run, beside one that had all it wanted."""
    if tried.status == 0:
        if prints and tried.printed != full.printed:
            return "status 0, but printed %d bytes of %d" % (len(tried.printed), len(full.printed))
        if tried.files.keys() != full.files.keys():
            return "status 0, but files %s" % sorted(tried.files.keys() ^ full.files.keys())
    elif tried.status < 0:
        return "ended by signal %d" % -tried.status
    elif not re.search(rb"^ccinstr: error: |error while loading|cannot allocate|dot: ", tried.said,
                       re.M | re.I):
        return "status %d and no error: %r" % (tried.status, tried.said[-200:])
    for path, content in tried.files.items():
        if path not in full.files:
            return "status %d and left %s" % (tried.status, path)
        if full.files[path] is None:
            names_only = tried.status != 0 and re.fullmatch(rb"written\n(none [^\n]+\n)*", content)
            if not names_only and not is_whole(full.shapes[path], content):
                return "status %d and half of %s, by its shape" % (tried.status, path)
        elif content != full.files[path]:
            return "status %d and half of %s" % (tried.status, path)
    return None


def least(command):
    """The memory, in KB, with which it just about succeeds."""
    low, high = 0, MOST
    while high - low > 64:
        middle = (low + high) // 2
        if Tried(command, middle).status == 0:
            high = middle
        else:
            low = middle
    return high


def starve(command, tries):
    """All that is wrong with a command."""
    full, again = Tried(command), Tried(command)
    if full.status != 0:
        yield "status %d: %r" % (full.status, full.said[-300:])
        return
    for path in full.files:
        if full.files[path] != again.files.get(path):
            # Has a name or a time in it.
            full.shapes[path] = {shape(full.files[path]), shape(again.files.get(path, b""))}
            full.files[path] = None
    if full.printed != again.printed:
        yield "does not print the same again"
    enough = least(command)
    for i in range(tries):
        memory = enough + enough // 16 - enough * i * i // (tries * tries) // 2
        wrong = fault(full, Tried(command, memory))
        if wrong:
            yield "%d KB: %s" % (memory, wrong)
    for size in (0, 100, 4096, 65536):
        wrong = fault(full, Tried(command, size=size))
        if wrong:
            yield "files of %d bytes: %s" % (size, wrong)
    if full.printed:
        with open("/dev/full", "wb") as to:
            tried = Tried(command, stdout=to)
        if tried.status == 0 or fault(full, tried, False):
            yield "full: status %d: %r" % (tried.status, tried.said[-200:])
        for pipe in (False, True):
            reader, writer = os.pipe()
            os.close(reader)
            tried = Tried(command, stdout=writer, pipe=pipe)
            os.close(writer)
            dead = pipe and tried.status == -signal.SIGPIPE
            if tried.status == 0 or (not dead and fault(full, tried, False)):
                yield "pipe: status %d: %r" % (tried.status, tried.said[-200:])


def main():
    bad = 0
    for line in sys.stdin:
        for wrong in starve([sys.argv[1], *shlex.split(line)], int(sys.argv[2])):
            print("%s: %s" % (line.strip(), wrong), flush=True)
            bad = 1
    return bad


sys.exit(main())
