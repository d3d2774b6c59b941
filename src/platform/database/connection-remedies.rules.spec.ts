import { OperatorError } from '../errors/operator-error';
import { connectionRemedyOf } from './connection-remedies.rules';
import { withRemedy } from './open-database';

const refusal = (code: string, message = 'refused') => Object.assign(new Error(message), { code });

describe('the remedy for a database', () => {
  it.each([
    ['3D000', 'Create that database'],
    ['3F000', 'Create a schema'],
    ['42501', 'own the schema'],
    ['28P01', 'the user and the password'],
    ['28000', 'a role of the server'],
    ['25006', 'lead to the primary'],
    ['26000', 'DATABASE_POOLER=transaction'],
    ['42P05', 'DATABASE_POOLER=transaction'],
    ['53300', 'max_connections'],
    ['ENOTFOUND', 'a name that this machine can resolve'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'Renew the certificate'],
    ['CERT_NOT_YET_VALID', 'clock of this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'Set the host in DATABASE_URL'],
    ['ECONNREFUSED', 'Start the PostgreSQL server'],
  ])('with the code %s is to: %s', (code, remedy) => {
    expect(connectionRemedyOf(refusal(code))).toContain(remedy);
  });

  it.each([
    ['unsupported startup parameter: options', 'Set REDIS_URL'],
    ['The server does not support SSL connections', 'Turn on TLS in the server'],
    ['no pg_hba.conf entry for host "10.0.0.1", user "me", database "forms", no encryption', 'sslmode=require'],
    ['no pg_hba.conf entry for host "10.0.0.1", user "me", database "forms", SSL encryption', 'pg_hba.conf'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'Add the password'],
  ])('that says "%s" is to: %s', (message, remedy) => {
    expect(connectionRemedyOf(refusal('28000', message))).toContain(remedy);
  });
});

describe('an error of the start', () => {
  it('that the database refuses is told with its remedy, without a stack', () => {
    const told = withRemedy(Object.assign(new Error('permission denied for schema public'), { driverError: { code: '42501' } }));
    expect(told).toBeInstanceOf(OperatorError);
    expect((told as Error).message).toMatch(/permission denied for schema public\. Let the role own/);
  });

  it('of any other kind stays as it is', () => {
    const error = refusal('42601');
    expect(withRemedy(error)).toBe(error);
  });
});
