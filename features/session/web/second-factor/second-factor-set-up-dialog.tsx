import { Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Secret, SecretStep } from './secret-step.tsx'
import { PasswordStep } from './password-step.tsx'

/**
 * Password, then the secret for the authenticator and a code of it, then the recovery codes: one
 * step after the other.
 */
export function SecondFactorSetUpDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const translate = useTranslations('session.secondFactor')
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const step = codes !== null ? 'codes' : secret !== null ? 'secret' : 'password'
  const clear = () => {
    setSecret(null)
    setCodes(null)
  }
  return (
    <Modal
      open={isOpen}
      title={translate(`steps.${step}`)}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
      afterClose={clear}
      destroyOnHidden
    >
      {step === 'password' && <PasswordStep onSecret={setSecret} />}
      {step === 'secret' && secret !== null && <SecretStep secret={secret} onCodes={setCodes} />}
      {codes !== null && <RecoveryCodes codes={codes} onDone={onClose} />}
    </Modal>
  )
}
