package io.weir.contract.rule.type;

/** The type of one value; of numbers with size and sign. */
public enum ScalarType {
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    FLOAT32,
    FLOAT64,
    BOOLEAN,
    TEXT
}
