"""Typing names that Python 3.10 does not have yet."""

import sys

if sys.version_info >= (3, 11):
    from typing import NotRequired as NotRequired
    from typing import Required as Required
    from typing import TypedDict as TypedDict
    from typing import Unpack as Unpack
else:
    from typing_extensions import NotRequired as NotRequired
    from typing_extensions import Required as Required
    from typing_extensions import TypedDict as TypedDict
    from typing_extensions import Unpack as Unpack
