"""How the tests need Orca. It loads this file when it starts."""

from orca import settings
from orca.speech_generator import SpeechGenerator

settings.speechServerFactory = 'speech_recorder'
# The tests move through a page themselves.
settings.sayAllOnLoad = False
settings.enableBraille = False
settings.enableSound = False

choose_voice = SpeechGenerator.voice


def choose_voice_by_language(self, key=None, **args):
    """Orca 43 finds out the language of a text, but has one voice for all. It ignores a voice without a name."""
    voices = choose_voice(self, key, **args)
    for voice in voices:
        voice['family'] = {'name': 'any', 'lang': args.get('language')}
    return voices


SpeechGenerator.voice = choose_voice_by_language
