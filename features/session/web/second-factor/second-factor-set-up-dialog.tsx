import { Button, Form, Input, Modal, QRCode } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useShowFieldErrors, useShowRefusedForm } from '#kit/web/antd/antd-form.ts'
import { ApiError } from '#kit/web/calls/call.ts'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import { OwnPasswordItem } from './own-password-item.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useConfirmSecondFactor } from './use-confirm-second-factor.ts'
import { useSetUpSecondFactor } from './use-set-up-second-factor.ts'

interface Secret {
  readonly secret: string
  readonly uri: string
}

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

function PasswordStep({ onSecret }: { readonly onSecret: (secret: Secret) => void }) {
  const translate = useTranslations('session.secondFactor')
  const [form] = Form.useForm<{ password: string }>()
  const answer = useShowRefusedForm(form)
  const { mutate, isPending } = useSetUpSecondFactor()
  return (
    <Form
      form={form}
      name="second-factor-password"
      layout="vertical"
      requiredMark={false}
      onFinish={({ password }) => {
        if (!isPending) mutate(password, { onSuccess: onSecret, onError: answer })
      }}
    >
      <p className="profile-text">{translate('passwordText')}</p>
      <OwnPasswordItem />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {translate('next')}
      </Button>
    </Form>
  )
}

interface SecretStepProps {
  readonly secret: Secret
  readonly onCodes: (codes: readonly string[]) => void
}

function SecretStep({ secret: { secret, uri }, onCodes }: SecretStepProps) {
  const translate = useTranslations('session.secondFactor')
  const [form] = Form.useForm<{ code: string }>()
  const { mutate, isPending } = useConfirmSecondFactor()
  const showFieldErrors = useShowFieldErrors(form)
  const answer = (error: unknown) => {
    const isWrong = error instanceof ApiError && error.code === 'invalid'
    const wrong = { name: 'code', errors: [translate('codeWrong')] }
    if (!isWrong || !showFieldErrors([wrong])) void showFailure(error)
  }
  const copy = () =>
    void copyText(secret).then((isCopied) =>
      toast(isCopied ? 'success' : 'error', translate(isCopied ? 'copied' : 'notCopied')),
    )
  return (
    <Form
      form={form}
      name="second-factor-code"
      layout="vertical"
      requiredMark={false}
      onFinish={({ code }) => {
        if (!isPending) mutate(code.replaceAll(/\s/g, ''), { onSuccess: onCodes, onError: answer })
      }}
    >
      <p className="profile-text">{translate('secretText')}</p>
      <div className="second-factor-secret">
        {/* Readers of such codes want dark on light, whatever the theme. */}
        <QRCode
          type="svg"
          value={uri}
          size={168}
          color="#000000"
          bgColor="#ffffff"
          bordered={false}
          marginSize={2}
          aria-label={translate('qr')}
          role="img"
        />
        <div>
          <p className="profile-hint">{translate('secretLabel')}</p>
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button size="small" icon={<Icon name="copy" />} onClick={copy}>
            {translate('copySecret')}
          </Button>
        </div>
      </div>
      <Form.Item
        name="code"
        label={translate('code')}
        validateTrigger="onSubmit"
        rules={[{ required: true, pattern: /^\s*(\d\s*){6}$/, message: translate('codeShape') }]}
      >
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="second-factor-code"
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isPending}>
        {translate('confirm')}
      </Button>
    </Form>
  )
}
