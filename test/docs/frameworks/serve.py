# Serves the FastAPI receiver from the guide: `serve.py <folder>`. The folder contains the receiver and its imports.
import socket
import sys

sys.path.insert(0, sys.argv[1])
import uvicorn  # noqa: E402
from receiver import app  # noqa: E402

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(f"port {listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
