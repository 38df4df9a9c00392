package io.weir.contract.topic;

import java.util.List;

/** Existing topics do not fit this installation. Waiting does not help: an operator must decide. */
public final class TopicMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicMismatchException(List<String> mistakes) {
        super(String.join("\n", mistakes));
    }
}
