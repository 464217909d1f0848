import { Button, Form, Input, QRCode, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useShowFieldErrors } from '#kit/web/antd/forms/antd-form.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { copyText } from '#kit/web/browser/copy-text.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { toast } from '#kit/web/toast.ts'
import type { useConfirmSecondFactor } from './use-confirm-second-factor.ts'

export interface Secret {
  readonly secret: string
  readonly uri: string
}

interface SecretStepProps {
  readonly secret: Secret
  readonly confirming: ReturnType<typeof useConfirmSecondFactor>
  readonly onCodes: (codes: readonly string[]) => void
}

export function SecretStep({ secret: { secret, uri }, confirming, onCodes }: SecretStepProps) {
  const translate = useTranslations('session.secondFactor')
  const [form] = Form.useForm<{ code: string }>()
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  const { mutate, isPending } = confirming
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
      scrollToFirstError={{ block: 'center', focus: true }}
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
          ref={field}
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
