import { Button, Form, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { assessPassword, passwordError } from '#features/accounts/contract/password.ts'
import { PasswordStrength } from '../password/password-strength.tsx'
import { useChangePassword } from './use-change-password.ts'

interface Passwords {
  readonly current: string
  readonly next: string
}

const formName = 'password'

/** The own password. `personal`: words of the person that it must not be made of. */
export function PasswordPanel({ personal }: { readonly personal: readonly string[] }) {
  const translate = useTranslations('session.profile')
  const fieldErrorText = useFieldErrorText()
  const [form] = Form.useForm<Passwords>()
  const next = Form.useWatch<string | undefined>('next', form) ?? ''
  const current = Form.useWatch<string | undefined>('current', form) ?? ''
  const { mutate, isPending } = useChangePassword()
  // No password is stored beyond its form.
  useInterrupted(formName)
  const markSaved = useUnsaved(formName, current !== '' || next !== '', () => null)
  const showRefusedForm = useShowRefusedForm(form)
  const submit = (passwords: Passwords) => {
    if (isPending) return
    mutate(passwords, {
      onSuccess: () => {
        form.resetFields()
        markSaved()
        toast('success', translate('passwordChanged'))
      },
      onError: showRefusedForm,
    })
  }
  return (
    <section className="panel" aria-labelledby="password-title">
      <header className="panel-head">
        <h2 id="password-title">{translate('password')}</h2>
      </header>
      <Form<Passwords>
        form={form}
        name={formName}
        className="panel-body"
        layout="vertical"
        requiredMark={false}
        initialValues={{ current: '', next: '' }}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={submit}
      >
        <Form.Item
          name="current"
          label={translate('currentPassword')}
          rules={[{ required: true, message: translate('currentMissing') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={1024} />
        </Form.Item>
        <Form.Item
          name="next"
          label={translate('newPassword')}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: (_rule, value: unknown) => {
                const { problem } = assessPassword(typeof value === 'string' ? value : '', personal)
                if (problem === null) return Promise.resolve()
                return Promise.reject(new Error(fieldErrorText(passwordError(problem))))
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={1024} />
        </Form.Item>
        <PasswordStrength password={next} personal={personal} />
        <p className="profile-hint">{translate('passwordNote')}</p>
        <Button htmlType="submit" loading={isPending}>
          {translate('changePassword')}
        </Button>
      </Form>
    </section>
  )
}
