"""The shared cache, which may be away for a moment: then nothing is cached, and pages still come."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

log = logging.getLogger(__name__)
R = TypeVar("R")


class PatientRedisCache(RedisCache):
    """Redis, without whose server every read misses and every write is lost.

    Rate limits count nothing then: letting people in for some seconds without a limit is better than letting
    nobody in. Whether the broker is there, ``/health/`` tells.
    """

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _patient(default, lambda: super(PatientRedisCache, self).get(key, default, version))

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return _patient(True, lambda: super(PatientRedisCache, self).add(key, value, timeout, version))

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        return _patient(None, lambda: super(PatientRedisCache, self).set(key, value, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return _patient(False, lambda: super(PatientRedisCache, self).delete(key, version))

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return _patient(False, lambda: super(PatientRedisCache, self).has_key(key, version))

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return _patient({}, lambda: super(PatientRedisCache, self).get_many(keys, version))

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[Any]:
        return _patient(list(data), lambda: super(PatientRedisCache, self).set_many(data, timeout, version))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        return _patient(None, lambda: super(PatientRedisCache, self).delete_many(keys, version))


def _patient(otherwise: R, work: Callable[[], R]) -> R:
    try:
        return work()
    except (ConnectionError, TimeoutError) as error:
        log.warning("the cache is away: %s", type(error).__name__)
        return otherwise
