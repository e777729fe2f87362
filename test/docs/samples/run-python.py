# Runs the given scripts in sequence, and prints the last request of each script and the status of its response.
import contextlib
import io
import json
import pathlib
import runpy
import sys
from urllib.request import BaseHandler, build_opener, install_opener


class Recorder(BaseHandler):
    last = {}

    def http_response(self, request, response):
        Recorder.last = {
            "method": request.get_method(),
            "url": request.full_url,
            "status": response.status,
        }
        return response


install_opener(build_opener(Recorder))
for name in sys.argv[1:]:
    Recorder.last = {}
    failure = None
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(name, run_name="__main__")
    except (Exception, SystemExit) as error:
        failure = repr(error)
    print(json.dumps({"sample": pathlib.Path(name).stem, **Recorder.last, "failure": failure}))
