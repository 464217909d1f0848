import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import common from '../../apps/web/texts/en.json' with { type: 'json' }
import en from '#features/widgets/web/texts/en.json' with { type: 'json' }
import { useWords, type Words } from '#features/widgets/web/values/words.ts'

/** The words of widgets as on a page in English, in the zone of a site. */
export function wordsOf(zone = 'UTC'): Words {
  let words: Words | undefined
  const Reader = () => {
    words = useWords()
    return null
  }
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={{ ...common, widgets: en }} timeZone={zone}>
      <Reader />
    </IntlProvider>,
  )
  if (!words) throw new Error('no words were read')
  return words
}
