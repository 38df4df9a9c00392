"""ClickHouse's HTTP interface around chdb, which is ClickHouse as a library: `chdb-front.py HOST:PORT DIRECTORY [CONFIG]`."""

import base64
import gzip
import os
import re
import signal
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from chdb import session

INSERT = re.compile(rb"(INSERT INTO .*?)FORMAT RowBinary\n", re.DOTALL)
USERS = {"default": "", "weir": "secret"}

host, port = sys.argv[1].rsplit(":", 1)
directory = sys.argv[2]
database = session.Session(directory + (f"?config-file={sys.argv[3]}" if len(sys.argv) > 3 else ""))
# Tests kill the process, not the machine.
database.query("SET fsync_metadata = 0")
database.query("SET max_threads = 1")
one_at_a_time = threading.Lock()


class Front(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else the body of each answer waits until the client acknowledges the header, which takes 40 ms.
    disable_nagle_algorithm = True

    def do_GET(self):
        self.reply(parse_qs(urlsplit(self.path).query).get("query", ["SELECT 'Ok.'"])[0].encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.reply(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)

    def reply(self, statement):
        user, _, password = (
            base64.b64decode(self.headers.get("Authorization", "Basic ZGVmYXVsdDo=")[6:]).decode().partition(":")
        )
        if USERS.get(user) != password:
            return self.answer(403, b"Code: 516. DB::Exception: " + user.encode() + b": Authentication failed.")
        try:
            with one_at_a_time, settings(parse_qs(urlsplit(self.path).query)):
                self.answer(200, run(statement))
        except Exception as error:
            self.answer(500, str(error).encode())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def settings(parameters):
    """Settings of one request. Those with SET last for all."""
    names = [name for name in parameters if name != "query"]
    before = {name: database.query(f"SELECT getSetting('{name}') FORMAT TSV").bytes().decode().strip() for name in names}
    for name in names:
        database.query(f"SET {name} = '{parameters[name][0]}'")
    try:
        yield
    finally:
        for name in names:
            database.query(f"SET {name} = '{before[name]}'")


def run(statement):
    insert = INSERT.match(statement)
    if not insert:
        return database.query(statement.decode()).bytes()
    # The library reads the rows of an insert only from a file.
    rows = os.path.join(directory, "rows.bin")
    with open(rows, "wb") as file:
        file.write(statement[insert.end() :])
    settings = insert.group(1).decode()
    into, _, after = settings.partition("SETTINGS")
    tail = "SETTINGS" + after if after else ""
    return database.query(f"{into} FROM INFILE '{rows}' {tail} FORMAT RowBinary").bytes()


signal.signal(signal.SIGTERM, lambda *_: os._exit(database.close() or 0))
ThreadingHTTPServer((host, int(port)), Front).serve_forever()
