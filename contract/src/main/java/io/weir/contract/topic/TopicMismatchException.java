package io.weir.contract.topic;

import java.util.List;

/** Topics exist, but not as this installation needs them; waiting does not help, a person has to decide. */
public final class TopicMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TopicMismatchException(List<String> mistakes) {
        super(String.join("\n", mistakes));
    }
}
