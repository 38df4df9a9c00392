package io.weir.gateway.snmp;

import java.util.Optional;

/** How the devices of a job let Weir read. Printed without secrets. */
public sealed interface Access {

    /** SNMPv2c. */
    record Community(String community) implements Access {
        @Override
        public String toString() {
            return "v2c";
        }
    }

    /**
     * A user of SNMPv3.
     *
     * @param authentication empty for none
     * @param privacy empty for none; needs authentication
     * @param context name of the context; usually empty
     */
    record User(
            String name,
            Optional<Secret<Authentication>> authentication,
            Optional<Secret<Privacy>> privacy,
            String context)
            implements Access {
        @Override
        public String toString() {
            return "v3 user=" + name;
        }
    }

    /** A protocol and its passphrase. */
    record Secret<P>(P protocol, String passphrase) {
        @Override
        public String toString() {
            return protocol.toString();
        }
    }

    /** How messages of a user are authenticated. */
    enum Authentication {
        MD5,
        SHA,
        SHA_224,
        SHA_256,
        SHA_384,
        SHA_512
    }

    /** How messages of a user are encrypted. */
    enum Privacy {
        DES,
        AES_128,
        AES_192,
        AES_256
    }
}
