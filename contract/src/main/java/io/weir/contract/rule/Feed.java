package io.weir.contract.rule;

/** Where routing may send lines. What goes to alarming follows from the alarm rules. */
public enum Feed {
    STORAGE,
    LIVE
}
