package io.weir.dashboard.http;

import org.jspecify.annotations.Nullable;

/**
 * The identity of a user.
 *
 * @param user null if unknown
 * @param may {@code command}; {@code read}; {@code login}: read, and command after a login with the
 *     token; {@code sign-in}: nothing before a sign-in; or {@code nothing}
 * @param loggedIn whether the user has logged in here and may log out
 */
public record Who(@Nullable String user, String may, boolean loggedIn) {}
