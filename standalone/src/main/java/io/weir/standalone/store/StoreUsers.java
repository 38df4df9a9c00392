package io.weir.standalone.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.questdb.FactoryProviderImpl;
import io.questdb.ServerConfiguration;
import io.questdb.cairo.SecurityContext;
import io.questdb.cairo.TableToken;
import io.questdb.cairo.security.AllowAllSecurityContext;
import io.questdb.cairo.security.DenyAllSecurityContext;
import io.questdb.cairo.security.SecurityContextFactory;
import io.questdb.cairo.view.ViewDefinition;
import io.questdb.cutlass.http.HttpAuthenticator;
import io.questdb.cutlass.http.HttpAuthenticatorFactory;
import io.questdb.cutlass.http.HttpConstants;
import io.questdb.cutlass.http.HttpRequestHeader;
import io.questdb.std.ObjList;
import io.questdb.std.str.Utf8Sequence;
import io.weir.contract.http.Authorization;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The users of the embedded store, by HTTP's basic authentication: Weir, with all rights, and a
 * reader, who may only select. All others are refused. Each start creates new passwords, which
 * exist only in memory.
 */
final class StoreUsers {
    /** Has all rights. */
    static final String WEIR = "weir";

    /** May only select. */
    static final String READER = "reader";

    private static final int PASSWORD_BYTES = 32;

    private final String weirPassword = newPassword();
    private final String readerPassword = newPassword();

    String weirPassword() {
        return weirPassword;
    }

    /** The reader's value of the header Authorization. */
    String readerAuthorization() {
        return Authorization.basic(READER, readerPassword);
    }

    /** QuestDB's hooks for authentication and authorization. */
    FactoryProviderImpl enforced(ServerConfiguration configuration) {
        return new FactoryProviderImpl(configuration) {
            @Override
            public HttpAuthenticatorFactory getHttpAuthenticatorFactory() {
                return Caller::new;
            }

            @Override
            public SecurityContextFactory getSecurityContextFactory() {
                return (caller, protocol) ->
                        String.valueOf(caller.getPrincipal()).equals(WEIR)
                                ? AllowAllSecurityContext.INSTANCE
                                : new Reader();
            }
        };
    }

    private static String newPassword() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Authenticates the requests of one connection, one at a time. */
    private final class Caller implements HttpAuthenticator {
        private @Nullable String principal;

        @Override
        public boolean authenticate(HttpRequestHeader request) {
            Utf8Sequence header = request.getHeader(HttpConstants.HEADER_AUTHORIZATION);
            byte[] offered = header == null ? new byte[0] : header.toString().getBytes(UTF_8);
            if (MessageDigest.isEqual(Authorization.basic(WEIR, weirPassword).getBytes(UTF_8), offered)) {
                principal = WEIR;
            } else if (MessageDigest.isEqual(readerAuthorization().getBytes(UTF_8), offered)) {
                principal = READER;
            } else {
                principal = null;
            }
            return principal != null;
        }

        @Override
        public void clear() {
            principal = null;
        }

        @Override
        public byte getAuthType() {
            return SecurityContext.AUTH_TYPE_CREDENTIALS;
        }

        @Override
        public @Nullable CharSequence getPrincipal() {
            return principal;
        }
    }

    /** May only select; denies all other operations, those of later versions included. */
    static final class Reader extends DenyAllSecurityContext {
        @Override
        public void authorizeHttp() {}

        @Override
        public void authorizeSelect(ViewDefinition view) {}

        @Override
        public void authorizeSelect(TableToken table, ObjList<CharSequence> columns) {}

        @Override
        public void authorizeSelectOnAnyColumn(TableToken table) {}
    }
}
