package io.weir.gateway.snmp;

import io.weir.contract.service.StartException;
import io.weir.gateway.intake.count.InputCounts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.snmp4j.AbstractTarget;
import org.snmp4j.MessageDispatcherImpl;
import org.snmp4j.PDU;
import org.snmp4j.Snmp;
import org.snmp4j.event.CounterEvent;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.event.ResponseListener;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.transport.DefaultUdpTransportMapping;

/**
 * The socket of a job, with the credentials of its devices: two jobs may have users of the same name.
 * Thread-safe.
 */
final class Session implements AutoCloseable {
    /** A message that is cut, or not SNMP. */
    static final String BROKEN = "snmp-broken-answer";
    /** A message of SNMPv3 that the user's key does not confirm. */
    static final String NOT_AUTHENTIC = "snmp-not-authentic";

    private static final int RECEIVE_BUFFER = 4 << 20;

    private static final Map<OID, String> WARNINGS = Map.of(
            SnmpConstants.snmpInASNParseErrs, BROKEN,
            SnmpConstants.snmpInBadVersions, BROKEN,
            SnmpConstants.snmpInvalidMsgs, BROKEN,
            SnmpConstants.usmStatsWrongDigests, NOT_AUTHENTIC,
            SnmpConstants.usmStatsDecryptionErrors, NOT_AUTHENTIC);

    private static final Map<OID, String> REPORTS = Map.of(
            SnmpConstants.usmStatsUnsupportedSecLevels, "the user must authenticate or encrypt otherwise",
            SnmpConstants.usmStatsNotInTimeWindows, "the device finds the request too old",
            SnmpConstants.usmStatsUnknownUserNames, "the device does not know the user",
            SnmpConstants.usmStatsUnknownEngineIDs, "the device has another engine id than it reported",
            SnmpConstants.usmStatsWrongDigests, "wrong passphrase or protocol of authentication",
            SnmpConstants.usmStatsDecryptionErrors, "wrong passphrase or protocol of encryption",
            SnmpConstants.snmpUnknownContexts, "the device does not know the context");

    private final JobSettings job;
    private final Credentials credentials;
    private final InputCounts counts;
    private final Snmp snmp;
    private volatile boolean isClosing;

    private Session(JobSettings job, InputCounts counts, DefaultUdpTransportMapping transport) {
        this.job = job;
        this.counts = counts;
        CounterSupport library = new CounterSupport();
        library.addCounterListener(this::count);
        credentials = Credentials.of(job.access(), library);
        MessageDispatcherImpl dispatcher = new MessageDispatcherImpl();
        dispatcher.addCounterListener(this::count);
        dispatcher.addMessageProcessingModel(credentials.model());
        snmp = new Snmp(dispatcher, transport);
    }

    /**
     * Opens a socket.
     *
     * @throws StartException if the system has none
     */
    static Session open(JobSettings job, String thread, InputCounts counts) {
        try {
            DefaultUdpTransportMapping transport = new DefaultUdpTransportMapping();
            transport.setReceiveBufferSize(RECEIVE_BUFFER);
            transport.setThreadName(thread);
            Session session = new Session(job, counts, transport);
            session.snmp.listen();
            return session;
        } catch (IOException e) {
            throw new StartException("no UDP socket for the job " + job.name() + ": " + e.getMessage());
        }
    }

    private void count(CounterEvent event) {
        String warning = WARNINGS.get(event.getOid());
        if (warning != null) {
            counts.warnings.add(warning, 1);
        }
    }

    /** Whether it closes: requests then end without an answer, which says nothing about their devices. */
    boolean isClosing() {
        return isClosing;
    }

    /** A request of the job's version, without objects. */
    PDU request() {
        return credentials.request();
    }

    /**
     * Sends a request, and again if there is no answer.
     *
     * @param whenAnswered called once, in any thread; must not block
     */
    Pending send(PDU request, InetSocketAddress device, Consumer<Answer> whenAnswered) {
        UdpAddress address = new UdpAddress(device.getAddress(), device.getPort());
        AbstractTarget<UdpAddress> target = credentials.target(address);
        target.setTimeout(job.requestTimeout().toMillis());
        target.setRetries(job.retries());
        Pending pending = new Pending(request, address, whenAnswered);
        try {
            snmp.send(request, target, null, pending);
        } catch (IOException e) {
            whenAnswered.accept(none(Failure.NOT_SENT, String.valueOf(e.getMessage())));
        }
        return pending;
    }

    private static Answer.None none(String reason, String message) {
        return new Answer.None(Failure.ofDevice(reason, message));
    }

    /** A request without an answer. */
    final class Pending implements ResponseListener {
        private final PDU request;
        private final UdpAddress device;
        private final Consumer<Answer> whenAnswered;

        private Pending(PDU request, UdpAddress device, Consumer<Answer> whenAnswered) {
            this.request = request;
            this.device = device;
            this.whenAnswered = whenAnswered;
        }

        @Override
        public <A extends Address> void onResponse(ResponseEvent<A> event) {
            cancel(); // The library keeps each request until then.
            whenAnswered.accept(answer(event));
        }

        /** Waits no longer. */
        void cancel() {
            snmp.cancel(request, this);
        }

        private Answer answer(ResponseEvent<?> event) {
            PDU pdu = event.getResponse();
            if (event.getError() != null) {
                return none(Failure.NOT_SENT, event.getError().toString());
            }
            if (pdu == null) {
                return none(Failure.TIMEOUT, "no answer to " + (job.retries() + 1) + " requests");
            }
            if (!device.equals(event.getPeerAddress())) {
                return none(Failure.OTHER_ADDRESS, "an answer came from " + event.getPeerAddress());
            }
            counts.bytes.add(pdu.getBERLength());
            if (pdu.getType() == PDU.REPORT) {
                OID report = pdu.size() == 0 ? new OID() : pdu.get(0).getOid();
                return none(Failure.REPORT, REPORTS.getOrDefault(report, "report " + report));
            }
            return pdu.getType() == PDU.RESPONSE
                    ? new Answer.Values(pdu)
                    : none(Failure.WRONG_ANSWER, "answers with a message of type " + PDU.getTypeString(pdu.getType()));
        }
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            snmp.close();
        } catch (IOException e) {
            // The socket is gone.
        }
    }
}
