import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { toast } from '#kit/web/toast.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import type { NewToken } from './token-dialog.tsx'
import { useRevokeToken, useRotateToken } from './use-tokens.ts'

interface DeviceTokenProps {
  readonly device: RegisteredDevice
  readonly token: NonNullable<RegisteredDevice['token']>
  readonly onToken: (made: NewToken) => void
}

/**
 * The token of a device, as much of it as may be shown; a new one can be made, or it is revoked.
 */
export function DeviceToken({ device, token, onToken }: DeviceTokenProps) {
  const translate = useTranslations('devices.token')
  const format = useFormat()
  const { makeNew, revoke, isPending } = useTokenActions(device, onToken)
  const [isAsking, setAsking] = useState(false)
  const now = useNow(60_000)
  const name =
    token.ending === null ? translate('name') : translate('ending', { ending: token.ending })
  return (
    <section>
      <h3>{translate('heading')}</h3>
      <div className="device-token">
        <Icon name="lock" />
        <div className="grow">
          <b>{token.isRevoked ? translate('revoked') : name}</b>
          <p>
            {token.since !== null && translate('since', { time: format.dateTime(token.since) })}
          </p>
          {token.isRevoked && <p>{translate('revokedText')}</p>}
          {token.formerUntil !== null && token.formerUntil > now && (
            <p>{translate('formerUntil', { time: format.dateTime(token.formerUntil) })}</p>
          )}
        </div>
        <Button
          size="small"
          loading={isPending}
          onClick={() => (token.isRevoked ? makeNew(0) : setAsking(true))}
        >
          {translate(token.isRevoked ? 'renew' : 'rotate')}
        </Button>
        {!token.isRevoked && (
          <Button size="small" disabled={isPending} onClick={revoke}>
            {translate('revoke')}
          </Button>
        )}
      </div>
      {isAsking && (
        <RotateDialog
          name={device.name}
          isPending={isPending}
          onRotate={(overlapSeconds) => makeNew(overlapSeconds, () => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** A device that loses its token can no longer sign in with what it has: both ask first. */
function useTokenActions(device: RegisteredDevice, onToken: (made: NewToken) => void) {
  const translate = useTranslations('devices.token')
  const { modal } = App.useApp()
  const rotation = useRotateToken()
  const revocation = useRevokeToken()
  const name = isolated(device.name)
  return {
    isPending: rotation.isPending || revocation.isPending,
    /** A failure is shown in a toast, and leaves what was chosen to be tried again. */
    makeNew: (overlapSeconds: number, onMade = () => {}) =>
      void rotation
        .mutateAsync({ lesiId: device.lesiId, overlapSeconds })
        .then((made) => {
          onMade()
          onToken(made)
        })
        .catch(() => undefined),
    revoke: () =>
      void modal.confirm({
        title: translate('revokeTitle', { name }),
        content: translate('revokeText'),
        okText: translate('revoke'),
        icon: null,
        autoFocusButton: 'cancel',
        onOk: () =>
          revocation
            .mutateAsync(device.lesiId)
            .then(() => toast('success', translate('revokedNow', { name })))
            .catch(() => undefined),
      }),
  }
}
