"""Stands where Orca's voice stands, and is silent: a line of JSON in the file SPEECH_FILE for all that is said."""

import json
import os

from orca import speechserver


class SpeechServer(speechserver.SpeechServer):
    _file = open(os.environ['SPEECH_FILE'], 'a', buffering=1, encoding='utf-8')

    @staticmethod
    def getSpeechServer(info=None):
        return SpeechServer()

    @staticmethod
    def shutdownActiveServers():
        pass

    def speak(self, text=None, acss=None, interrupt=True):
        family = (acss or {}).get('family') or {}
        self._write({'words': text, 'language': family.get('lang') or ''})

    def stop(self):
        self._write({'interrupted': True})

    def _write(self, event):
        self._file.write(json.dumps(event) + '\n')
