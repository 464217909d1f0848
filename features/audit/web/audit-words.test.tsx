import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import ru from './texts/on-demand/ru.json' with { type: 'json' }
import { useAuditWords } from './audit-words.ts'

function Field({ name }: { readonly name: string }) {
  return useAuditWords().field(name)
}

const shown = (name: string) =>
  renderToStaticMarkup(
    <IntlProvider locale="ru" messages={{ audit: ru } as never} timeZone="UTC">
      <Field name={name} />
    </IntlProvider>,
  )

test('AU20 a field has its name in the language of the page, where it has one', () => {
  for (const [name, text] of Object.entries(ru.fields)) expect(shown(name)).toBe(text)
  for (const name of ['someField', 'toString', 'a.b']) expect(shown(name)).toBe(name)
})
