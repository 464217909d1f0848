import { Alert, Button } from 'antd'
import { useTranslations } from 'use-intl'
import type { ServerCertificate } from '#features/connectors/contract/kinds/opcua.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useEntries, useShowsErrorsOf } from '../../../form/entries.tsx'
import { acceptedOf } from '../entered.ts'

/** Groups of four digits can be compared by eye. */
const inGroups = (fingerprint: string) => fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint

/** The certificate that counts, and the one that the server shows; a person accepts it. */
export function CertificateField({ shown }: { readonly shown: ServerCertificate | null }) {
  const translate = useTranslations('connectors.kinds.opcua.certificate')
  const { settings, errors, change } = useEntries()
  useShowsErrorsOf('acceptedCertificate')
  const accepted = acceptedOf(settings)
  const error = errors.get('acceptedCertificate')
  return (
    <section className="opcua-certificate" aria-label={translate('title')}>
      {accepted === null ? (
        <p className="connector-note">{translate('noneAccepted')}</p>
      ) : (
        <dl>
          <dt>{translate('accepted')}</dt>
          <dd className="connector-mono">{inGroups(accepted)}</dd>
        </dl>
      )}
      {error !== undefined && <p className="connector-wrong">{error}</p>}
      {shown && shown.fingerprint !== accepted && (
        <>
          <Alert
            type="warning"
            showIcon
            title={translate(accepted === null ? 'compare' : 'changed')}
          />
          <ShownCertificate certificate={shown} />
          <Button onClick={() => change({ acceptedCertificate: shown.fingerprint })}>
            {translate('accept')}
          </Button>
        </>
      )}
      {shown && shown.fingerprint === accepted && (
        <p className="connector-note">{translate('same')}</p>
      )}
    </section>
  )
}

function ShownCertificate({ certificate }: { readonly certificate: ServerCertificate }) {
  const translate = useTranslations('connectors.kinds.opcua.certificate')
  const format = useFormat()
  const { subject, issuer, validFrom, validTo, fingerprint } = certificate
  return (
    <dl>
      <dt>{translate('subject')}</dt>
      <dd>{subject}</dd>
      <dt>{translate('issuer')}</dt>
      <dd>{issuer === subject ? translate('itself') : issuer}</dd>
      <dt>{translate('valid')}</dt>
      <dd>{translate('validDays', { from: format.date(validFrom), to: format.date(validTo) })}</dd>
      <dt>{translate('fingerprint')}</dt>
      <dd className="connector-mono">{inGroups(fingerprint)}</dd>
    </dl>
  )
}
