package io.weir.standalone.doctor;

import io.weir.contract.http.HttpFailure;
import io.weir.writer.plugin.PluginUrl;
import io.weir.writer.plugin.StorePlugins;
import java.util.List;

/** Whether the store answers and accepts writes. */
final class StoreCheck {
    private static final int SHOWN = 200;

    private StoreCheck() {}

    /** @param store its address, without secrets */
    static Finding of(String store, StoreFacts answer) {
        String about = "store " + store;
        String words = answer.status() + (answer.text().isEmpty() ? "" : ", " + shortened(answer.text()));
        if (answer.isPage() || (answer.mayBeEmpty() && answer.status() == 400)) {
            return Finding.error(about, "is not such a store: it answers " + words, "correct the address");
        }
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

    /** A store that accepts a connection. Only its plugin knows how to write. */
    static Finding of(PluginUrl store) {
        return Finding.ok(
                "store " + store.text(), "accepts connections; no write was tried: it belongs to " + store.plugin());
    }

    /** The plugins of a directory. */
    static List<Finding> of(StorePlugins plugins) {
        String about = "plugins " + plugins.directory();
        return plugins.unusable().isEmpty()
                ? List.of(Finding.ok(about, "are all usable"))
                : plugins.unusable().stream()
                        .map(reason -> Finding.warning(about, reason.wrong(), reason.meant()))
                        .toList();
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
