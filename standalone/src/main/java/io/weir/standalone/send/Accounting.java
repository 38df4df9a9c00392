package io.weir.standalone.send;

import io.weir.contract.http.HttpFailure;
import io.weir.contract.service.StartException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The accounting of a run: opened before sending and closed with a report after it, with or without
 * meters.
 */
final class Accounting {
    private static final String NONE = "none";

    private final Optional<Accountant> accountant;
    private final String whyNot;

    private Accounting(Optional<Accountant> accountant, String whyNot) {
        this.accountant = accountant;
        this.whyNot = whyNot;
    }

    /**
     * Opens the account with the given meters, or with those at the gateway's standard port.
     *
     * @param named URLs of meters; empty for the standard port, or {@code none} for no account
     * @throws StartException if named meters are not readable, or no service listens at the target
     */
    static Accounting open(List<String> named, Target target, Time time) throws IOException, InterruptedException {
        if (named.equals(List.of(NONE))) {
            target.knock();
            return new Accounting(Optional.empty(), "--meters none switches the account off");
        }
        List<String> urls = named.isEmpty() ? List.of(target.metersUrl()) : named;
        MetersClient client = new MetersClient(urls);
        try {
            return new Accounting(Optional.of(Accountant.begin(client, target::knock, time)), "");
        } catch (IOException e) {
            String why = "no meters of the gateway at " + String.join(", ", urls) + ": " + HttpFailure.reason(e);
            if (!named.isEmpty()) {
                throw new StartException("--meters: " + why + "; --meters none sends without them", e);
            }
            target.knock();
            return new Accounting(Optional.empty(), why + " (name them with --meters URL)");
        }
    }

    /**
     * Waits for lines under way and prints the table.
     *
     * @return true unless lines were lost or are unaccounted for
     */
    boolean close(Sent sent, long waitNanos, Time time, Progress progress, Report report) throws InterruptedException {
        if (accountant.isEmpty()) {
            progress.end();
            report.sent(sent);
            report.unknown(whyNot);
            return sent.tooLong() == 0;
        }
        try {
            Account account = accountant.get().end(sent, waitNanos, time, progress);
            progress.end();
            report.sent(sent);
            return report.account(account);
        } catch (IOException e) {
            progress.end();
            report.sent(sent);
            report.unknown("the gateway's meters are gone: " + HttpFailure.reason(e));
            return false;
        }
    }
}
