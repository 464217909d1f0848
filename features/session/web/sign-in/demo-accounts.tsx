import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { roles } from '#kit/model/permission.ts'
import { Icon } from '#kit/ui/icon.tsx'

interface Demo {
  readonly password: string
  readonly accounts: readonly { readonly role: string; readonly email: string }[]
}

const strong = (text: ReactNode) => <b>{text}</b>

/** The accounts of the demo data, one for each role; a click fills the form. */
export function DemoAccounts({
  demo,
  onChoose,
}: {
  readonly demo: Demo
  readonly onChoose: (email: string) => void
}) {
  const translate = useTranslations('session')
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts-title">
      <div className="demo-accounts-head">
        <h2 id="demo-accounts-title">{translate('demoAccounts')}</h2>
        <span>{translate.rich('demoPassword', { password: demo.password, strong })}</span>
      </div>
      <ul>
        {demo.accounts.map(({ role, email }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose(email)}>
              <b>{role}</b>
              <RoleMeaning role={role} />
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RoleMeaning({ role }: { readonly role: string }) {
  const translate = useTranslations('session.roles')
  const listedRole = roles.find((name) => name === role)
  return <span className="clip">{listedRole === undefined ? '' : translate(listedRole)}</span>
}
