"""What functions take: positions and moves in any form that holds them, as rows of bytes."""

from __future__ import annotations

import operator
from collections.abc import Iterable, KeysView, Mapping, Sequence, Set
from typing import Any

import numpy as np
import numpy.ma as ma  # Not at the first use: an import in the midst of a fork never ends in the child.
import numpy.typing as npt

from . import _cubebatch

FACELETS = 54

COLOURS = 6

MOST_WHOLE = 2**63 - 1
"""Larger numbers are digits of a text, which a reader of files took for a number."""

Rows = npt.NDArray[np.uint8]

NO_ROW = np.zeros((1, FACELETS), np.uint8)
"""Stands for something that is not a position."""

IS_FACE = np.isin(np.arange(256), list(b"URFDLB"))
"""For each byte, whether it is the letter of a face."""

Fault = tuple[int, str, list[str]]
"""A row that is no position, the sentence about it, and all that is wrong."""

_Parsed = tuple[Rows, list[Fault]]


def rows_of(cubes: Any, *, column: str = "cube", format: str | None = None) -> Rows:
    """Positions as rows of numbers or symbols, without a copy where possible.

    Raises InvalidCube for the first text that is no position. Rows of numbers or symbols may still be none.
    """
    rows, faults = read(cubes, column=column, format=format)
    refuse(faults, is_one=isinstance(cubes, str))
    return rows


def refuse(faults: Sequence[Fault], *, is_one: bool = False) -> None:
    """Raises InvalidCube if rows are no positions."""
    if not faults:
        return
    row, sentence, all_faults = faults[0]
    more = f"; {len(faults) - 1} more rows are invalid" if len(faults) > 1 else ""
    error = _cubebatch.InvalidCube(sentence if is_one else f"row {row}: {sentence}{more}")
    error.faults, error.row, error.rows = all_faults, None if is_one else row, [row for row, *_ in faults]
    raise error


def read_all(cubes: Any, *, column: str = "cube", format: str | None = None) -> _Parsed:
    """As `read`, with all rows that are no positions."""
    rows, faults = read(cubes, column=column, format=format)
    known = {row for row, *_ in faults}
    return rows, sorted(faults + [fault for fault in _cubebatch.faults(rows) if fault[0] not in known])


def read(cubes: Any, *, column: str = "cube", format: str | None = None) -> _Parsed:
    """Positions as rows of numbers or symbols, and the texts among them that are no positions."""
    data = getattr(cubes, "_row", None)
    if data is not None and isinstance(data, np.ndarray):
        return data, []
    cubes = of_frame(cubes, column)
    if isinstance(cubes, (bytes, bytearray)) and len(cubes) != FACELETS:
        cubes = cubes.decode(errors="replace")
    if isinstance(cubes, str):
        return parse_texts([cubes], format)
    if isinstance(cubes, (bytes, bytearray, memoryview)):
        cubes = np.frombuffer(cubes, np.uint8)
    if isinstance(cubes, np.ndarray):
        return _of_numpy(cubes, format)
    if (data := _arrow_of(cubes, column)) is not None:
        return _of_arrow(data, format)
    if (array := _numpy_of(cubes)) is not None:
        return _of_numpy(array, format)
    return _of_items(in_order(cubes, "positions", "cubebatch.parse"), format, column)


def parse_texts(texts: list[str], format: str | None) -> _Parsed:
    """Reads texts. What no text can have, a half of a pair of symbols, becomes a question mark."""
    if format is None and len(texts) == FACELETS and all(abs(texts.count(face) - 9) <= 2 for face in "URFDLB"):
        # Also with a mistake: 54 positions of one move each are hardly so even.
        texts = ["".join(texts)] if all(len(text) == 1 for text in texts) else texts
    try:
        return _cubebatch.parse(texts, format)
    except UnicodeEncodeError:
        return _cubebatch.parse([text.encode(errors="replace").decode() for text in texts], format)


def texts_of(data: Any, column: str) -> list[str] | None:
    """The texts of a list, an array or a column, and "" for a missing one; None for what holds something else."""
    data = of_frame(data, column)
    if isinstance(data, str):
        return [data]
    if (arrow := None if isinstance(data, np.ndarray) else _arrow_of(data, column)) is not None:
        data = arrow.to_pylist()
    elif isinstance(data, np.ndarray) or hasattr(data, "__array__"):
        data = np.asarray(data).tolist()
    elif isinstance(data, Iterable) and not isinstance(data, (Set, bytes)):
        data = list(data)
    is_texts = isinstance(data, list) and all(item is None or isinstance(item, str) for item in data)
    return [item or "" for item in data] if is_texts else None


def in_order(items: Any, what: str, see: str) -> list[Any]:
    """What an iterable gives. Raises TypeError if that has no order."""
    has_no_order = isinstance(items, Set) and not isinstance(items, KeysView)
    if has_no_order or not isinstance(items, Iterable):
        remedy = "call its collect()" if hasattr(items, "collect") else f"see {see}"
        raise TypeError(f"{type(items).__name__} does not hold {what} in an order: {remedy}")
    return list(items)


def of_frame(data: Any, column: str) -> Any:
    """The column of a frame of pandas or polars, or of a mapping of names to columns; anything else as it is."""
    is_frame = (hasattr(data, "iloc") or hasattr(data, "rows")) and hasattr(data, "columns")
    if not is_frame and not isinstance(data, Mapping):
        return data
    names = list(data.columns if is_frame else data)
    if names.count(column) > 1:
        raise ValueError(f"{names.count(column)} columns have the name {column!r}")
    if column in names:
        return data[column]
    if is_frame and len(names) == FACELETS:
        # A column for each facelet. polars makes floats of whole numbers of which one is missing.
        array = data.to_numpy()
        is_row_by_row = hasattr(data, "rows") and array.dtype.kind not in "iu"
        return np.array(data.rows(), object) if is_row_by_row else array
    if not is_frame and (text := _of_faces(data)) is not None:
        return text
    raise no_column(column, names)


def _of_faces(faces: Mapping[Any, Any]) -> str | None:
    """The symbols of six faces by their names, of which the first letter counts; None for anything else."""
    by_letter = {str(name)[:1].upper(): face for name, face in faces.items()}
    if len(faces) != COLOURS or set(by_letter) != set("URFDLB"):
        return None
    squares = [np.array(list(face) if isinstance(face, str) else face).ravel() for face in (by_letter[name] for name in "URFDLB")]
    symbols = [str(symbol) for square in squares for symbol in square.tolist()]
    return "".join(symbols) if all(len(symbol) == 1 for symbol in symbols) else None


def no_column(column: str, names: Sequence[Any]) -> ValueError:
    """The error for a table without the column of the positions."""
    # A byte order mark belongs to a name, but is invisible.
    seen = (str(name) if str(name).isprintable() else repr(name) for name in names[:10])
    shown = ", ".join(seen) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
    return ValueError(f"there is no column {column!r}, but {shown or 'none at all'}: column= names that of the positions")


def _numpy_of(data: Any) -> npt.NDArray[Any] | None:
    """What a library of arrays hands over, without a copy if it lies in the memory of the machine."""
    for attribute, convert in ("__dlpack__", np.from_dlpack), ("__array__", np.asarray):
        if hasattr(data, attribute):
            try:
                return convert(data)
            except (BufferError, RuntimeError, TypeError, ValueError) as error:
                if attribute == "__array__":
                    raise ValueError(f"{type(data).__name__} gives no array: {error}") from error
    return None


def _of_numpy(array: npt.NDArray[Any], format: str | None) -> _Parsed:
    if isinstance(array, ma.MaskedArray):
        if ma.getmaskarray(array).any():
            raise ValueError("positions are masked: leave them out")
        array = array.data
    if array.dtype.kind == "S" and array.dtype.itemsize == FACELETS and format in (None, "facelets"):
        array = np.ascontiguousarray(array).view(np.uint8).reshape(-1, FACELETS)
    array = _as_rows(array)
    if not array.size and array.ndim < 2:
        # Libraries choose a type of their own for a column without values.
        return np.empty((0, FACELETS), np.uint8), []
    if array.dtype.kind in "SUO":
        if array.ndim == 2 and array.shape[1] == FACELETS:
            # A letter or a number for each facelet.
            return _of_cells(array.astype(str) if array.dtype.kind == "S" else array, format)
        if array.ndim > 1:
            raise ValueError(f"texts are an array (N,), but its shape is {array.shape}")
        return _of_items([item.decode() if isinstance(item, bytes) else item for item in array.ravel().tolist()], format)
    if array.dtype.kind not in "iu":
        raise ValueError(f"positions are whole numbers (N, {FACELETS}), but these are {array.dtype} {array.shape}")
    if array.ndim not in (1, 2) or array.shape[-1] != FACELETS:
        raise ValueError(f"positions are an array (N, {FACELETS}), but its shape is {array.shape}")
    array = np.atleast_2d(array)
    if array.dtype == np.uint8:
        return array, []
    are_none = (array < 0) | (array > 255)
    faults: list[Fault] = []
    if not are_none.any():
        return array.astype(np.uint8), faults
    for row in np.flatnonzero(are_none.any(axis=1)).tolist():
        sentence = f"{array[row][are_none[row]][0]} is no face: faces are 0 to 5, or the bytes of letters"
        faults.append((row, sentence, [sentence]))
    return np.where(are_none, 0, array).astype(np.uint8), faults


def _as_rows(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Faces, squares or one-hot numbers as rows of 54, and whole numbers for floats; anything else as it is."""
    if array.dtype.kind == "f" and array.size and (array == np.rint(array)).all():
        array = array.astype(np.int64)
    for shape in ((COLOURS, 9), (COLOURS, 3, 3)):
        if array.shape[-len(shape) :] == shape:
            return array.reshape(-1, FACELETS)
    is_hot = array.shape[-2:] == (FACELETS, COLOURS) or array.shape[-1:] == (FACELETS * COLOURS,)
    if is_hot and array.dtype.kind in "iub":
        hot: npt.NDArray[Any] = array.reshape(-1, FACELETS, COLOURS)
        if ((hot == 0) | (hot == 1)).all() and (hot.sum(axis=2) == 1).all():
            numbers: npt.NDArray[Any] = hot.argmax(axis=2)
            return numbers
    return array


def _of_cells(cells: npt.NDArray[Any], format: str | None) -> _Parsed:
    """A letter or a number for each facelet."""
    texts, faults = [], []
    for row, values in enumerate(cells.tolist()):
        symbols = [str(value) for value in values]
        wrong = [number for number, symbol in enumerate(symbols) if len(symbol) != 1]
        texts.append("" if wrong else "".join(symbols))
        if wrong:
            sentence = f"facelet {wrong[0]} is {symbols[wrong[0]]!r}, and not a letter or a digit"
            faults.append((row, sentence, [sentence]))
    rows, others = parse_texts(texts, format)
    known = {row for row, *_ in faults}
    return rows, sorted(faults + [fault for fault in others if fault[0] not in known])


def as_bytes(array: npt.NDArray[Any], what: str, remedy: str) -> Rows:
    """Whole numbers as bytes. Raises ValueError if one is none."""
    if array.dtype == np.uint8:
        return array
    if array.size and (array.min() < 0 or array.max() > 255):
        wrong = array[(array < 0) | (array > 255)][0]
        raise ValueError(f"{wrong} is no {what}: {remedy}")
    return array.astype(np.uint8)


def _of_items(items: list[Any], format: str | None, column: str = "cube") -> _Parsed:
    """Positions one by one: texts, or anything else that is a position, also rows of a table by name."""
    if all(isinstance(item, str) for item in items):
        return parse_texts(items, format)
    if all(isinstance(item, (int, np.integer)) for item in items):
        if any(abs(item) > MOST_WHOLE for item in items):
            raise ValueError("positions of digits are texts, but these are whole numbers: read them as texts (pandas: dtype=str)")
        return _of_numpy(np.asarray(items), format)
    if all(isinstance(item, (np.ndarray, list, tuple)) for item in items) and len({len(item) for item in items}) == 1:
        return _of_numpy(np.asarray(items), format)
    are_missing = np.array([_is_missing(item) for item in items])
    if are_missing.any():
        there = [item for item, is_missing in zip(items, are_missing, strict=True) if not is_missing]
        return _with_missing(are_missing, *_of_items(there, format, column))
    rows, faults = [], []
    for number, item in enumerate(items):
        try:
            row, wrong = read(item, column=column, format=format)
        except (TypeError, ValueError) as error:
            row, wrong = NO_ROW, [(0, str(error), [str(error)])]
        if len(row) != 1:
            raise ValueError(f"row {number} is {len(row)} positions")
        rows.append(row)
        faults += [(number, sentence, all_faults) for _, sentence, all_faults in wrong]
    return np.concatenate(rows), faults


def _is_missing(item: Any) -> bool:
    """Whether it stands for nothing, as libraries have it."""
    return item is None or isinstance(item, float) or type(item).__name__ in ("NAType", "NaTType")


def _with_missing(are_missing: npt.NDArray[np.bool_], rows: Rows, faults: list[Fault]) -> _Parsed:
    """The rows with zeros where a position is missing, which is a fault."""
    all_rows = np.zeros((len(are_missing), FACELETS), np.uint8)
    there = np.flatnonzero(~are_missing)
    all_rows[there] = rows
    sentence = "the position is missing"
    missing = [(row, sentence, [sentence]) for row in np.flatnonzero(are_missing).tolist()]
    return all_rows, sorted(missing + [(int(there[row]), told, all_of_row) for row, told, all_of_row in faults])


def _arrow_of(data: Any, column: str) -> Any:
    """The column with positions of a frame, or a column, as a chunked array of pyarrow; None for anything else."""
    is_pyarrow = type(data).__module__.partition(".")[0] == "pyarrow"
    if not is_pyarrow and not hasattr(data, "__arrow_c_stream__") and not hasattr(data, "__arrow_c_array__"):
        return None
    try:
        import pyarrow as pa
    except ImportError:
        return None
    if isinstance(data, pa.RecordBatchReader):
        data = data.read_all()
    if hasattr(data, "columns"):
        return _column_of(data if isinstance(data, pa.Table) else pa.table(data), column)
    if isinstance(data, pa.ChunkedArray):
        return data
    if isinstance(data, pa.Array):
        return pa.chunked_array([data])
    if isinstance(data, pa.Scalar):
        return pa.chunked_array([pa.array([data.as_py()], data.type)])
    try:
        whole = pa.chunked_array(data)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OverflowError, TypeError):
        # A column of objects, such as arrays of numpy, or of several types.
        return None
    return _column_of(pa.Table.from_struct_array(whole), column) if pa.types.is_struct(whole.type) else whole


def _column_of(table: Any, column: str) -> Any:
    import pyarrow as pa

    if column in table.column_names:
        return table.column(column)
    if table.num_columns == FACELETS and all(pa.types.is_integer(kind) for kind in table.schema.types):
        # A column for each facelet.
        facelets = np.stack([values.to_numpy() for values in table.columns], axis=1)
        return pa.chunked_array([pa.FixedSizeListArray.from_arrays(pa.array(facelets.ravel()), FACELETS)])
    raise no_column(column, table.column_names)


def _of_arrow(data: Any, format: str | None) -> _Parsed:
    parts, begin = [], 0
    all_faults: list[Fault] = []
    for chunk in data.chunks:
        rows, faults = _of_arrow_array(chunk, format)
        all_faults += [(begin + row, sentence, all_of_row) for row, sentence, all_of_row in faults]
        begin += len(rows)
        parts.append(rows)
    return np.concatenate(parts) if parts else np.empty((0, FACELETS), np.uint8), all_faults


def _of_arrow_array(array: Any, format: str | None) -> _Parsed:
    import pyarrow as pa

    kind = array.type
    if not len(array):
        # Libraries choose a type of their own for a column without values.
        return np.empty((0, FACELETS), np.uint8), []
    if pa.types.is_dictionary(kind):
        words = array.dictionary
        if pa.types.is_string_view(words.type):
            # pyarrow cannot look up these.
            array = pa.DictionaryArray.from_arrays(array.indices, words.cast(pa.large_string()))
        return _of_arrow_array(array.dictionary_decode(), format)
    if pa.types.is_string_view(kind):
        return _of_arrow_array(array.cast(pa.large_string()), format)
    if pa.types.is_binary_view(kind):
        return _of_arrow_array(array.cast(pa.large_binary()), format)
    if array.null_count:
        rows, faults = _of_arrow_array(array.drop_null(), format)
        return _with_missing(array.is_null().to_numpy(zero_copy_only=False), rows, faults)
    if pa.types.is_fixed_size_list(kind) or pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return _of_numpy(_lists_of(array), format)
    if pa.types.is_fixed_size_binary(kind) and format in (None, "facelets"):
        if kind.byte_width != FACELETS:
            raise ValueError(f"positions are {FACELETS} bytes, but these are {kind.byte_width}")
        data = np.frombuffer(array.buffers()[1], np.uint8)
        return data[array.offset * FACELETS :][: len(array) * FACELETS].reshape(-1, FACELETS), []
    is_wide = pa.types.is_large_string(kind) or pa.types.is_large_binary(kind)
    if format in (None, "facelets") and (is_wide or pa.types.is_string(kind) or pa.types.is_binary(kind)):
        _, offsets, data = array.buffers()
        places = np.frombuffer(offsets, np.int64 if is_wide else np.int32)[array.offset :][: len(array) + 1]
        if len(array) and data is not None and (np.diff(places) == FACELETS).all():
            rows = np.frombuffer(data, np.uint8)[places[0] : places[-1]].reshape(-1, FACELETS)
            # A text of 54 bytes need not be a facelet string; the format of other texts is recognised for each.
            if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or IS_FACE[rows].all():
                return rows, []
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return parse_texts([data.decode(errors="replace") for data in array.to_pylist()], format)
    if pa.types.is_integer(kind) and len(array) == FACELETS:
        return _of_numpy(array.to_numpy(), format)
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise ValueError(f"a column of positions holds texts, bytes or lists of {FACELETS} numbers, not {kind}")
    return parse_texts(array.to_pylist(), format)


def _lists_of(array: Any) -> npt.NDArray[Any]:
    """Lists of one length as rows."""
    lengths = array.value_lengths().to_numpy()
    if (wrong := np.flatnonzero(lengths != FACELETS)).size:
        raise ValueError(f"row {wrong[0]}: a position is a list of {FACELETS} numbers, but this one has {lengths[wrong[0]]}")
    values = array.flatten()
    if values.null_count:
        row = values.is_null().to_numpy(zero_copy_only=False).argmax() // FACELETS
        raise ValueError(f"row {row}: a position is a list of {FACELETS} numbers, but one of these is missing")
    rows: npt.NDArray[Any] = values.to_numpy(zero_copy_only=False).reshape(-1, FACELETS)
    return rows


NO_MOVE = 255
"""The number behind the last move of a row."""


def moves_of(moves: Any, *, column: str = "moves") -> Rows:
    """Moves as rows of numbers: a single text gives one row, and an array with one dimension, too."""
    if isinstance(moves, str):
        return _cubebatch.from_texts([moves])
    moves = of_frame(moves, column)
    if not isinstance(moves, np.ndarray) and (data := _arrow_of(moves, column)) is not None:
        return _moves_of_arrow(data)
    array = moves if isinstance(moves, np.ndarray) else _numpy_of(moves)
    if array is not None and array.dtype.kind in "iu":
        if array.ndim not in (1, 2):
            raise ValueError(f"moves are an array (N, longest), but its shape is {array.shape}")
        return np.atleast_2d(as_bytes(array, "move", "these are 0 to 17, and 255 is none"))
    if array is not None and array.dtype.kind not in "SUO":
        raise ValueError(f"moves are whole numbers (N, longest), but these are {array.dtype} {array.shape}")
    items = array.ravel().tolist() if array is not None else in_order(moves, "moves", "cubebatch.Moves")
    if items and all(isinstance(item, (int, np.integer)) for item in items):
        return moves_of(np.asarray(items))
    items = [None if _is_missing(item) else item for item in items]
    if all(item is None or isinstance(item, str) for item in items):
        return _cubebatch.from_texts([item or "" for item in items])
    return padded([moves_of(np.asarray(item, np.int64) if isinstance(item, (list, tuple)) else item) for item in items])


def _moves_of_arrow(data: Any) -> Rows:
    """A column of texts, or of lists of numbers. A missing one has no moves."""
    import pyarrow as pa

    parts = []
    for chunk in data.chunks:
        if pa.types.is_floating(chunk.type):
            raise ValueError(f"moves are texts, or lists of whole numbers, but these are {chunk.type}")
        if not pa.types.is_nested(chunk.type):
            parts.append(_cubebatch.from_texts([text or "" for text in chunk.to_pylist()]))
            continue
        if pa.types.is_fixed_size_list(chunk.type):
            chunk = chunk.cast(pa.list_(chunk.type.value_type))
        lengths = chunk.value_lengths().fill_null(0).to_numpy()
        rows = np.full((len(chunk), int(lengths.max(initial=0))), NO_MOVE, np.uint8)
        numbers = chunk.flatten().to_numpy(zero_copy_only=False)
        rows[np.arange(rows.shape[1]) < lengths[:, np.newaxis]] = as_bytes(numbers, "move", "these are 0 to 17, and 255 is none")
        parts.append(rows)
    return padded(parts)


def padded(parts: Iterable[Rows], width: int = 0) -> Rows:
    """Rows of moves one after the other, with as many columns as the widest and at least `width`."""
    parts = list(parts)
    width = max([width, *(part.shape[1] for part in parts)])
    wide = [np.pad(part, [(0, 0), (0, width - part.shape[1])], constant_values=NO_MOVE) for part in parts]
    return np.concatenate(wide) if wide else np.empty((0, width), np.uint8)


def missing_of(moves: Any) -> npt.NDArray[np.bool_] | None:
    """Which rows of a list or a column have no moves, because there is no solution; None where the moves do not say so."""
    if isinstance(moves, str):
        return None
    if isinstance(moves, (list, tuple)) or (isinstance(moves, np.ndarray) and moves.dtype.kind == "O"):
        return np.array([_is_missing(item) for item in moves], np.bool_)
    if isinstance(moves, np.ndarray) or (data := _arrow_of(moves, "moves")) is None:
        return None
    missing: npt.NDArray[np.bool_] = data.is_null().to_numpy()
    return missing


def refuse_missing(moves: Any) -> None:
    """Raises ValueError for a row without moves. A row of no moves has some: none."""
    if (missing := missing_of(moves)) is not None and missing.any():
        raise ValueError(f"row {missing.argmax()}: the moves are missing")


def rows_for(moves: Any, positions: int) -> Rows:
    """Rows of moves for `positions` positions.

    An array with one dimension has one move for each position, or all moves of a single position.
    """
    if isinstance(moves, (list, tuple)) and moves and all(isinstance(item, (int, np.integer)) for item in moves):
        moves = np.asarray(moves)
    if (column := _numbers_of(moves)) is not None:
        moves = column
    rows = moves_of(moves)
    is_flat = getattr(moves, "ndim", None) == 1 and getattr(getattr(moves, "dtype", None), "kind", "i") in "iu"
    if not is_flat or positions == 1:
        return rows
    if rows.shape[1] != positions:
        raise ValueError(
            f"an array of {rows.shape[1]} moves does not have one for each of {positions} positions; "
            "moves[np.newaxis] makes all of them on each position"
        )
    return rows.T


def _numbers_of(moves: Any) -> npt.NDArray[Any] | None:
    """A column of whole numbers as an array; None for anything else."""
    if isinstance(moves, (str, np.ndarray)) or (data := _arrow_of(moves, "moves")) is None:
        return None
    import pyarrow as pa

    if not pa.types.is_integer(data.type):
        return None
    numbers: npt.NDArray[Any] = data.fill_null(NO_MOVE).to_numpy()
    return numbers


def numbers_of(values: Any, name: str, most: int) -> npt.NDArray[np.int64]:
    """Whole numbers from 0 to `most`: an array with one dimension, also of one number."""
    array = np.atleast_1d(np.asarray(values))
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 1 or (array < 0).any() or (array > most).any():
        raise ValueError(f"{name} are whole numbers from 0 to {most}")
    return array.astype(np.int64)


def part_of(count: int, part: tuple[int, int] | None) -> range:
    """The rows of a part of `count`: part i of n, from 0. The parts of one n make up all rows, in order.

    >>> [part_of(10, (part, 3)) for part in range(3)]
    [range(0, 3), range(3, 6), range(6, 10)]
    """
    if part is None:
        return range(count)
    if isinstance(part, str) or len(part) != 2:
        raise ValueError(f"part is (i, n) with 0 <= i < n, but {part!r} is given")
    number, parts = (operator.index(value) for value in part)
    if not 0 <= number < parts:
        raise ValueError(f"part is (i, n) with 0 <= i < n, but {part} is given")
    return range(count * number // parts, count * (number + 1) // parts)
