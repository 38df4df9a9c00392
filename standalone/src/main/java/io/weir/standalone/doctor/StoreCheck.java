package io.weir.standalone.doctor;

import io.weir.contract.http.HttpFailure;

/** Whether the store answers and accepts writes. */
final class StoreCheck {
    private static final int SHOWN = 200;

    private StoreCheck() {}

    /** @param store its address, without secrets */
    static Finding of(String store, StoreFacts answer) {
        String about = "store " + store;
        String words = answer.status() + (answer.text().isEmpty() ? "" : ", " + shortened(answer.text()));
        return switch (answer.status()) {
            // Some stores answer an empty write with 400 (bad request).
            case 200, 204, 400 -> Finding.ok(about, "answers and accepts writes");
            case 401, 403 ->
                Finding.error(
                        about,
                        "refuses writes: " + words,
                        "give the user or token the right to write there, and put it into WEIR_STORE_TOKEN or the token-file");
            case 404 ->
                Finding.warning(
                        about,
                        "has no such database or bucket, or does not show it: " + words,
                        "the writer creates it if it may; else create it, or correct the address");
            default -> Finding.warning(about, "answers " + words, "see its own log");
        };
    }

    static Finding of(String store, Exception failure) {
        return Finding.error(
                "store " + store,
                "does not answer: " + HttpFailure.reason(failure),
                "start it, or name another with --store (WEIR_WRITER_STORE)");
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
