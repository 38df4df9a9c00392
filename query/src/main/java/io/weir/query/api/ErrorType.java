package io.weir.query.api;

import io.weir.query.series.EvaluationException;

/** Why a request has no answer: Prometheus' name, and the status of HTTP. */
enum ErrorType {
    BAD_DATA("bad_data", 400),
    EXECUTION("execution", 422),
    NOT_FOUND("not_found", 404),
    TIMEOUT("timeout", 503),
    CANCELLED("canceled", 503),
    UNAVAILABLE("unavailable", 503);

    private final String text;
    private final int status;

    ErrorType(String text, int status) {
        this.text = text;
        this.status = status;
    }

    static ErrorType of(EvaluationException.Reason reason) {
        return switch (reason) {
            case EXECUTION, NO_TIER -> EXECUTION;
            case TIMEOUT -> TIMEOUT;
            case CANCELLED -> CANCELLED;
            case UNAVAILABLE -> UNAVAILABLE;
        };
    }

    int status() {
        return status;
    }

    @Override
    public String toString() {
        return text;
    }
}
