package io.weir.dashboard.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;

/** The page of a sign-in that failed. It needs no script. */
final class SignInPage {
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Sign-in failed - Weir</title>
            <link rel="stylesheet" href="%1$s/style.css">
            </head>
            <body>
            <main>
            <section>
            <h1>Sign-in failed</h1>
            <p>%2$s</p>
            <p><a href="%1$s/api/sign-in">Sign in again</a></p>
            </section>
            </main>
            </body>
            </html>
            """;

    private SignInPage() {}

    /** @param why one or more sentences, which may contain text of others */
    static byte[] failed(URI publicUrl, String why) {
        return PAGE.formatted(escaped(publicUrl.toString()), escaped(why)).getBytes(UTF_8);
    }

    private static String escaped(String text) {
        StringBuilder html = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append((char) c);
            }
        });
        return html.toString();
    }
}
