import { Form, Input } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumEmailLength, isEmail } from '#kit/model/address.ts'

/** Name, e-mail address and introduction, as every form about an account has them. */
export function UserFields({ isDisabled = false }: { readonly isDisabled?: boolean }) {
  const translate = useTranslations('administration.user')
  return (
    <div className="user-fields">
      <Form.Item
        name="name"
        label={translate('name')}
        rules={[{ required: true, whitespace: true, message: translate('nameMissing') }]}
      >
        <Input maxLength={128} autoComplete="off" disabled={isDisabled} />
      </Form.Item>
      <Form.Item
        name="email"
        label={translate('email')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_rule, value: unknown) =>
              isEmail(typeof value === 'string' ? value.trim() : '')
                ? Promise.resolve()
                : Promise.reject(new Error(translate('emailInvalid'))),
          },
        ]}
      >
        <Input
          type="email"
          maxLength={maximumEmailLength - 1}
          autoComplete="off"
          disabled={isDisabled}
        />
      </Form.Item>
      <Form.Item name="introduction" label={translate('introduction')}>
        <Input.TextArea
          maxLength={2000}
          autoSize={{ minRows: 2, maxRows: 8 }}
          disabled={isDisabled}
        />
      </Form.Item>
    </div>
  )
}
