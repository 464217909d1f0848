import { App, Modal } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Secret, SecretStep } from './secret-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useConfirmSecondFactor } from './use-confirm-second-factor.ts'

/**
 * Password, then the secret for the authenticator and a code of it, then the recovery codes: one
 * step after the other. While the code is confirmed it stays open: the recovery codes come once.
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
  const [isKept, setKept] = useState(false)
  const confirming = useConfirmSecondFactor()
  const isStillOpen = useLatest(isOpen)
  const takeSecret = (answered: Secret) => {
    // Of a dialog that was closed meanwhile: the next one asks for its own.
    if (isStillOpen.current) setSecret(answered)
  }
  const { modal } = App.useApp()
  const step = codes !== null ? 'codes' : secret !== null ? 'secret' : 'password'
  const clear = () => {
    setSecret(null)
    setCodes(null)
    setKept(false)
  }
  const close = () => {
    if (confirming.isUnderWay()) return
    if (codes === null || isKept) return onClose()
    void modal.confirm({
      title: translate('codesLeave'),
      content: translate('codesLeaveText'),
      okText: translate('codesLeaveAnyway'),
      cancelText: translate('codesStay'),
      autoFocusButton: 'cancel',
      icon: null,
      onOk: onClose,
    })
  }
  return (
    <Modal
      open={isOpen}
      title={translate(`steps.${step}`)}
      footer={null}
      mask={{ closable: false }}
      onCancel={close}
      afterClose={clear}
      destroyOnHidden
    >
      {step === 'password' && <PasswordStep onSecret={takeSecret} />}
      {step === 'secret' && secret !== null && (
        <SecretStep {...{ secret, confirming }} onCodes={setCodes} />
      )}
      {codes !== null && <RecoveryCodes {...{ codes, isKept }} onKept={setKept} onDone={onClose} />}
    </Modal>
  )
}
