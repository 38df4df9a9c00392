package io.weir.contract.rule.metric;

/** The targets of routing. The alarm rules determine the lines for alarming. */
public enum Feed {
    STORAGE,
    LIVE
}
