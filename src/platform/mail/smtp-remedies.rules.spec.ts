import { smtpRemedyOf } from './smtp-remedies.rules';

const failure = (code: string, message: string, responseCode?: number) => Object.assign(new Error(message), { code, responseCode });

it.each([
  ['ESOCKET', '4010AA:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'Begin SMTP_URL with smtp://'],
  ['ESOCKET', 'ssl/tls alert packet length too long', 'Begin SMTP_URL with smtp://'],
  ['ETIMEDOUT', 'Greeting never received', 'Begin SMTP_URL with smtps://'],
  ['ETLS', 'Error upgrading connection with STARTTLS: 454 TLS not available', 'Let the mail server offer STARTTLS'],
  ['ESOCKET', 'self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
  ['ESOCKET', 'certificate has expired', 'Renew the certificate of the server that SMTP_URL names'],
  ['ESOCKET', "Hostname/IP does not match certificate's altnames", 'Set the host in SMTP_URL'],
  ['EAUTH', 'Invalid login: 535 5.7.8 Authentication failed', 'the user and the password'],
  ['EDNS', 'getaddrinfo ENOTFOUND mail', 'a name that this machine can resolve'],
  ['ESOCKET', 'connect ECONNREFUSED 127.0.0.1:25', 'Set SMTP_URL to the host'],
])('%s, %s: the remedy is to %s', (code, message, remedy) => {
  expect(smtpRemedyOf(failure(code, message))).toContain(remedy);
});
