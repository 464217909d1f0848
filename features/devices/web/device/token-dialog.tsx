import { useTranslations } from 'use-intl'
import type { RegisteredDevice } from '#features/devices/contract/registry.ts'
import { SecretDialog } from '#kit/web/antd/forms/antd-secret-dialog.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'

/** A token that was just made, and of which device. */
export interface NewToken {
  readonly device: RegisteredDevice
  readonly token: string
}

interface TokenDialogProps {
  readonly newToken: NewToken | null
  readonly onClose: () => void
}

/** Shows a new token, once: only its hash is stored. */
export function TokenDialog({ newToken, onClose }: TokenDialogProps) {
  const translate = useTranslations('devices.token')
  return (
    <SecretDialog
      secret={newToken?.token ?? null}
      title={newToken && translate('title', { name: isolated(newToken.device.name) })}
      text={newToken && translate('text', { lesiId: newToken.device.lesiId })}
      label={translate('label')}
      onClose={onClose}
    />
  )
}
