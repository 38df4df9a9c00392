package io.weir.gateway.snmp;

import io.weir.gateway.snmp.Access.Authentication;
import io.weir.gateway.snmp.Access.Community;
import io.weir.gateway.snmp.Access.Privacy;
import io.weir.gateway.snmp.Access.Secret;
import io.weir.gateway.snmp.Access.User;
import java.util.function.Function;
import org.snmp4j.AbstractTarget;
import org.snmp4j.CommunityTarget;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.UserTarget;
import org.snmp4j.mp.CounterSupport;
import org.snmp4j.mp.MPv2c;
import org.snmp4j.mp.MPv3;
import org.snmp4j.mp.MessageProcessingModel;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.security.AuthHMAC128SHA224;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthHMAC256SHA384;
import org.snmp4j.security.AuthHMAC384SHA512;
import org.snmp4j.security.AuthMD5;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES192;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.security.PrivDES;
import org.snmp4j.security.SecurityLevel;
import org.snmp4j.security.SecurityModel;
import org.snmp4j.security.SecurityModels;
import org.snmp4j.security.SecurityProtocols;
import org.snmp4j.security.SecurityProtocols.SecurityProtocolSet;
import org.snmp4j.security.USM;
import org.snmp4j.security.UsmUser;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;

/** The access of a job as the library needs it. Thread-safe. */
final class Credentials {
    private final MessageProcessingModel model;
    private final Function<UdpAddress, AbstractTarget<UdpAddress>> targets;
    private final String context;

    private Credentials(
            MessageProcessingModel model, Function<UdpAddress, AbstractTarget<UdpAddress>> targets, String context) {
        this.model = model;
        this.targets = targets;
        this.context = context;
    }

    /** {@code counts} counts what is wrong with messages. */
    static Credentials of(Access access, CounterSupport counts) {
        return access instanceof User user ? of(user, counts) : of((Community) access);
    }

    private static Credentials of(Community access) {
        OctetString community = new OctetString(access.community());
        return new Credentials(
                new MPv2c(),
                address -> {
                    AbstractTarget<UdpAddress> target = new CommunityTarget<>(address, community);
                    target.setVersion(SnmpConstants.version2c);
                    return target;
                },
                "");
    }

    private static Credentials of(User user, CounterSupport counts) {
        SecurityProtocols protocols = new SecurityProtocols(SecurityProtocolSet.maxCompatibility);
        byte[] engine = MPv3.createLocalEngineID();
        USM usm = new USM(protocols, new OctetString(engine), 0, counts);
        OctetString name = new OctetString(user.name());
        usm.addUser(new UsmUser(
                name,
                user.authentication().map(secret -> oid(secret.protocol())).orElse(null),
                user.authentication().map(Credentials::passphrase).orElse(null),
                user.privacy().map(secret -> oid(secret.protocol())).orElse(null),
                user.privacy().map(Credentials::passphrase).orElse(null)));
        SecurityModels models = SecurityModels.getCollection(new SecurityModel[] {usm});
        int level = user.authentication().isEmpty()
                ? SecurityLevel.NOAUTH_NOPRIV
                : user.privacy().isEmpty() ? SecurityLevel.AUTH_NOPRIV : SecurityLevel.AUTH_PRIV;
        return new Credentials(
                new MPv3(engine, null, protocols, models, counts),
                address -> {
                    AbstractTarget<UdpAddress> target = new UserTarget<>(address, name, new byte[0], level);
                    target.setVersion(SnmpConstants.version3);
                    return target;
                },
                user.context());
    }

    private static OctetString passphrase(Secret<?> secret) {
        return new OctetString(secret.passphrase());
    }

    private static OID oid(Authentication protocol) {
        return switch (protocol) {
            case MD5 -> AuthMD5.ID;
            case SHA -> AuthSHA.ID;
            case SHA_224 -> AuthHMAC128SHA224.ID;
            case SHA_256 -> AuthHMAC192SHA256.ID;
            case SHA_384 -> AuthHMAC256SHA384.ID;
            case SHA_512 -> AuthHMAC384SHA512.ID;
        };
    }

    private static OID oid(Privacy protocol) {
        return switch (protocol) {
            case DES -> PrivDES.ID;
            case AES_128 -> PrivAES128.ID;
            case AES_192 -> PrivAES192.ID;
            case AES_256 -> PrivAES256.ID;
        };
    }

    MessageProcessingModel model() {
        return model;
    }

    AbstractTarget<UdpAddress> target(UdpAddress address) {
        return targets.apply(address);
    }

    /** A request without objects. */
    PDU request() {
        if (model.getID() != MPv3.ID) {
            return new PDU();
        }
        ScopedPDU request = new ScopedPDU();
        request.setContextName(new OctetString(context));
        return request;
    }
}
