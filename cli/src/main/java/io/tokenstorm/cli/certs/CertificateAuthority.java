package io.tokenstorm.cli.certs;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The one authority that a cluster's nodes trust. It issues certificates for nodes only: they
 * cannot issue others.
 *
 * @param key private; whoever has it can join the cluster as anybody
 * @param certificate of the authority
 */
record CertificateAuthority(PrivateKey key, X509Certificate certificate) {
  /** What is issued counts as valid from a little before: clocks differ. */
  private static final Duration BEFORE = Duration.ofMinutes(5);

  private static final List<String> ALWAYS = List.of("localhost", "127.0.0.1", "::1");
  private static final int SERIAL_BITS = 120;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Its last moment. */
  Instant end() {
    return certificate.getNotAfter().toInstant();
  }

  /** A certificate with its key. */
  record Issued(PrivateKey key, X509Certificate certificate) {}

  /** A new authority. */
  static CertificateAuthority make(Instant now, Duration validity) {
    byte[] mark = new byte[4];
    RANDOM.nextBytes(mark);
    X500Principal name =
        new X500Principal("CN=Tokenstorm cluster " + HexFormat.of().formatHex(mark));
    try {
      KeyPair pair = newKey();
      X509v3CertificateBuilder builder = builder(name, name, pair, now, now.plus(validity));
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(
              Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new CertificateAuthority(pair.getPrivate(), signed(builder, pair.getPrivate()));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("this Java cannot make certificates", e);
    }
  }

  /**
   * A certificate for a node, as either end of a connection.
   *
   * @param validity at most as long as the authority's own
   */
  Issued issue(NodeName node, Instant now, Duration validity) {
    Instant until = now.plus(validity);
    Instant last = end();
    try {
      KeyPair pair = newKey();
      X509v3CertificateBuilder builder =
          builder(
              certificate.getSubjectX500Principal(),
              new X500Principal("CN=" + node.name()),
              pair,
              now,
              until.isBefore(last) ? until : last);
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
          .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
          .addExtension(
              Extension.extendedKeyUsage,
              false,
              new ExtendedKeyUsage(
                  new KeyPurposeId[] {
                    KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                  }))
          .addExtension(Extension.subjectAlternativeName, false, names(node))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate));
      return new Issued(pair.getPrivate(), signed(builder, key));
    } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
      throw new IllegalStateException("this Java cannot make certificates", e);
    }
  }

  private static GeneralNames names(NodeName node) {
    Set<String> hosts = new LinkedHashSet<>(node.hosts());
    hosts.add(node.name());
    hosts.addAll(ALWAYS);
    return new GeneralNames(
        hosts.stream()
            .map(
                host ->
                    new GeneralName(
                        NodeName.isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName,
                        host))
            .toArray(GeneralName[]::new));
  }

  private static X509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, KeyPair pair, Instant now, Instant until) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE),
        Date.from(now.minus(BEFORE)),
        Date.from(until),
        subject,
        pair.getPublic());
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
  }

  private static KeyPair newKey() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
