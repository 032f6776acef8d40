"""Client for the Florin payments API."""

from . import errors as errors
from . import webhooks as webhooks
from ._client import AsyncFlorin as AsyncFlorin
from ._client import Florin as Florin
from ._core import File as File
from ._options import Hooks as Hooks
from ._options import Options as Options
from ._options import RequestEvent as RequestEvent
from ._options import ResponseEvent as ResponseEvent
from ._pages import AsyncList as AsyncList
from ._pages import AsyncPage as AsyncPage
from ._pages import Page as Page
from ._version import __version__ as __version__
from .errors import ApiError as ApiError
from .errors import FlorinError as FlorinError
