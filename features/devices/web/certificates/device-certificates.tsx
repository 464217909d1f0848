import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  listCertificates,
  type DeviceCertificate,
} from '#features/devices/contract/certificates.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { RetryButton } from '#kit/web/screens/failure-notice.tsx'
import { BindCertificateDialog } from './bind-certificate-dialog.tsx'
import { useUnbindCertificate } from './use-certificates.ts'

/** Certificates with which a device signs in at the TLS port, with their end. */
export function DeviceCertificates({ lesiId }: { readonly lesiId: string }) {
  const translate = useTranslations('devices.certificates')
  const [isBinding, setBinding] = useState(false)
  const certificates = useQuery({
    ...queryOf(listCertificates, { params: { lesiId } }),
    meta: { quiet: true },
  })
  const { data } = certificates
  if (certificates.isError && !data)
    return (
      <div className="device-certificates" role="alert">
        <p>{translate('notLoaded')}</p>
        <RetryButton onClick={() => void certificates.refetch()} />
      </div>
    )
  // Where there is no such port, and nothing is bound, there is nothing to say.
  if (!data || (!data.meta.hasTls && data.data.length === 0)) return null
  return (
    <div className="device-certificates">
      {data.data.map((certificate) => (
        <Bound key={certificate.id} lesiId={lesiId} certificate={certificate} />
      ))}
      <Button size="small" icon={<Icon name="plus" size={14} />} onClick={() => setBinding(true)}>
        {translate('bind')}
      </Button>
      {isBinding && (
        <BindCertificateDialog
          lesiId={lesiId}
          hasAuthority={data.meta.hasAuthority}
          onClose={() => setBinding(false)}
        />
      )}
    </div>
  )
}

interface BoundProps {
  readonly lesiId: string
  readonly certificate: DeviceCertificate
}

function Bound({ lesiId, certificate }: BoundProps) {
  const translate = useTranslations('devices.certificates')
  const format = useFormat()
  const now = useNow(60_000)
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useUnbindCertificate(lesiId)
  const { id, subject, fingerprint, validUntil, by } = certificate
  const unbind = () =>
    void modal.confirm({
      title: translate('unbindTitle', { subject }),
      content: translate('unbindText'),
      okText: translate('unbind'),
      icon: null,
      autoFocusButton: 'cancel',
      // A failure is shown in a toast.
      onOk: () => mutateAsync(id).catch(() => undefined),
    })
  return (
    <div className="device-token">
      <Icon name="shield" />
      <div className="grow">
        <b className="device-long">{subject === '' ? translate('nameless') : subject}</b>
        <p>{translate(by === 'subject' ? 'bySubject' : 'byItself')}</p>
        <p data-expired={validUntil !== null && validUntil < now}>
          {validUntil === null
            ? translate('notSeen')
            : translate(validUntil < now ? 'expired' : 'until', {
                time: format.dateTime(validUntil),
              })}
        </p>
        {fingerprint && <p className="device-id device-fingerprint">{fingerprint}</p>}
      </div>
      <Button size="small" loading={isPending} onClick={unbind}>
        {translate('unbind')}
      </Button>
    </div>
  )
}
