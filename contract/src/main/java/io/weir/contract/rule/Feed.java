package io.weir.contract.rule;

/** The targets of routing. The alarm rules determine the lines for alarming. */
public enum Feed {
    STORAGE,
    LIVE
}
