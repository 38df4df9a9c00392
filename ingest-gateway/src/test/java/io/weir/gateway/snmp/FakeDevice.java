package io.weir.gateway.snmp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.snmp4j.PDU;
import org.snmp4j.asn1.BER;
import org.snmp4j.asn1.BERInputStream;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** A device that speaks SNMPv2c on a port of its own, and whose answers may be wrong in all ways. */
final class FakeDevice implements AutoCloseable {
    private static final int VERSION_2C = 1;

    private final DatagramSocket socket;
    private volatile DatagramSocket sender;
    private final SortedMap<OID, Variable> mib = new TreeMap<>();
    private final List<PDU> requests = new CopyOnWriteArrayList<>();
    private volatile Function<PDU, byte[]> answers = request -> message(answer(request));

    private FakeDevice(InetAddress address) throws IOException {
        socket = new DatagramSocket(new InetSocketAddress(address, 0));
        sender = socket;
        Thread thread = new Thread(this::run, "fake-device");
        thread.setDaemon(true);
        thread.start();
    }

    static FakeDevice start() throws IOException {
        return start("127.0.0.1");
    }

    static FakeDevice start(String address) throws IOException {
        return new FakeDevice(InetAddress.getByName(address));
    }

    /** Adds an object to its MIB. */
    FakeDevice with(String oid, Variable value) {
        synchronized (mib) {
            mib.put(new OID(oid), value);
        }
        return this;
    }

    /** Removes an object from its MIB. */
    FakeDevice without(String oid) {
        synchronized (mib) {
            mib.remove(new OID(oid));
        }
        return this;
    }

    /** Answers so from now on; null for no answer. */
    FakeDevice answering(Function<PDU, byte[]> how) {
        answers = how;
        return this;
    }

    /** Changes its right answers so from now on. */
    FakeDevice answeringWith(Function<PDU, PDU> change) {
        return answering(request -> message(change.apply(answer(request))));
    }

    /** Answers by another socket from now on. */
    FakeDevice answeringElsewhere(DatagramSocket other) {
        sender = other;
        return this;
    }

    List<PDU> requests() {
        return requests;
    }

    String address() {
        String host = socket.getLocalAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + socket.getLocalPort();
    }

    private void run() {
        byte[] bytes = new byte[1 << 16];
        while (!socket.isClosed()) {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            try {
                socket.receive(packet);
                PDU request = pdu(Arrays.copyOf(bytes, packet.getLength()));
                requests.add(request);
                byte[] answer = answers.apply(request);
                if (answer != null) {
                    sender.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                // Closed, or a message too long to be sent.
            }
        }
    }

    /** The content of a message of SNMPv2c. */
    static PDU pdu(byte[] bytes) throws IOException {
        BERInputStream in = new BERInputStream(ByteBuffer.wrap(bytes));
        BER.decodeHeader(in, new BER.MutableByte());
        new Integer32().decodeBER(in);
        new OctetString().decodeBER(in);
        PDU pdu = new PDU();
        pdu.decodeBER(in);
        return pdu;
    }

    /** The right answer of a device with this MIB. */
    PDU answer(PDU request) {
        PDU answer = new PDU();
        answer.setType(PDU.RESPONSE);
        answer.setRequestID(request.getRequestID());
        List<? extends VariableBinding> asked = request.getVariableBindings();
        if (request.getType() == PDU.GET) {
            synchronized (mib) {
                asked.forEach(each -> answer.add(
                        new VariableBinding(each.getOid(), mib.getOrDefault(each.getOid(), Null.noSuchInstance))));
            }
            return answer;
        }
        OID[] last = asked.stream().map(VariableBinding::getOid).toArray(OID[]::new);
        for (int row = 0; row < request.getMaxRepetitions(); row++) {
            for (int column = 0; column < last.length; column++) {
                VariableBinding next = next(last[column]);
                last[column] = next.getOid();
                answer.add(next);
            }
        }
        return answer;
    }

    private VariableBinding next(OID after) {
        synchronized (mib) {
            SortedMap<OID, Variable> rest = mib.tailMap(after.successor());
            return rest.isEmpty()
                    ? new VariableBinding(after, Null.endOfMibView)
                    : new VariableBinding(rest.firstKey(), rest.get(rest.firstKey()));
        }
    }

    /** The bytes of a message of SNMPv2c. */
    static byte[] message(PDU pdu) {
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            new Integer32(VERSION_2C).encodeBER(content);
            new OctetString("public").encodeBER(content);
            pdu.encodeBER(content);
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            BER.encodeHeader(message, BER.SEQUENCE, content.size());
            content.writeTo(message);
            return message.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
