import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { locales, type Locale } from '#kit/model/locale.ts'
import {
  catalogueFolders,
  readCatalogue,
  readCatalogues,
  type Texts,
} from '#testing/catalogues/catalogues.ts'
import { messageParts } from '#kit/web/texts/message-parts.ts'
import { readSources, sourceOf } from '#testing/catalogues/sources.ts'
import { keyUses, namesIn } from '#testing/catalogues/used-keys.ts'
import { visibleLiterals } from '#testing/catalogues/visible-literals.ts'
import { kindManifests } from '../../features/connectors/web/kinds.ts'
import { widgetKinds } from '../../features/widgets/web/kinds.ts'
import { features } from './features.ts'

/** Texts that may be the same in another language, by the reason. */
const sameInOtherLanguages: Readonly<Record<string, readonly string[]>> = {
  'names of products and formats': [
    'Warroom',
    '© {year} Warroom',
    'CSV',
    'PNG',
    'ZIP',
    'PDF',
    'Excel',
    'SCADA',
  ],
  'names of protocols': ['Modbus TCP', 'OPC UA', 'SHA-256', 'MQTT 5', 'MQTT 3.1.1', 'SenML'],
  'the word is used so in Vietnamese too': ['Email'],
  'what stands on the labels of devices, and so in running texts': ['LESI ID'],
  'signs of units that all languages share': [
    'Enter',
    'SCADA',
    'Lambda',
    'min',
    'h',
    'M',
    '{value} {unit}',
    '{figure} kB',
    '{figure} MB',
  ],
}
const mayBeSame = new Set(Object.values(sameInOtherLanguages).flat())

/** Literals in the code of the screen that are no words of a language, by the reason. */
const literalsOnScreen: Readonly<Record<string, readonly string[]>> = {
  'signs of units on the drawing of the sign-in page': ['m³/h', '°C', 'kW', '/min', 'bar'],
  'names of keys, as they stand on keyboards': ['(Ctrl K)'],
  'parts of certificates, as they are written in files': [
    '-----BEGIN CERTIFICATE-----',
    'CN=',
    ', O=Plant',
  ],
  'the label of a machine on that drawing, as on a plant drawing of any language': ['C-1'],
}
const mayBeLiteral = new Set(Object.values(literalsOnScreen).flat())

/**
 * Plurals whose words are the same for every number but the one that they name, by the key and the
 * argument.
 */
const onlyOther = new Set(['history.note.gaps more'])

const english = readCatalogues('en')
const screenCode = readSources([
  'apps/web/**/*.{ts,tsx}',
  'features/*/web/**/*.{ts,tsx}',
  'kit/{web,ui}/**/*.{ts,tsx}',
])

const uses = screenCode.flatMap(keyUses)

/** Titles of screens and groups. */
const namedByScreens = features.flatMap(({ groups = [], screens, productScreens }) => {
  const ofProducts = [null, { key: 'pump', name: 'Pump' }].flatMap(
    (product) => productScreens?.(product) ?? [],
  )
  return [...groups, ...screens, ...ofProducts].map(({ title }) => title)
})
const namedInManifests = [
  ...namedByScreens,
  ...[...widgetKinds, ...kindManifests].map(({ title }) => title),
]

/**
 * Names and kinds of the arguments of a message and its tags. A plural may be plain elsewhere, a
 * choice may not.
 */
function signature(message: string): readonly string[] {
  const { arguments: used, tags } = messageParts(message)
  const choices = used.map(({ name, kind, branches }) =>
    kind === 'select' ? `${name} of ${branches.join(', ')}` : name,
  )
  return [...new Set([...choices, ...tags.map((tag) => `<${tag}>`)])].toSorted()
}

function hasWords(message: string): boolean {
  return /\p{L}{2}/u.test(messageParts(message).words)
}

describe.each(catalogueFolders)('%s', (folder) => {
  const source = readCatalogue(folder, 'en')

  test.each(locales)('WE8 %s has every key with the same arguments', (locale) => {
    const texts = readCatalogue(folder, locale)
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(source).toSorted())
    for (const [key, text] of Object.entries(texts))
      expect(signature(text), key).toEqual(signature(source[key] ?? ''))
  })

  test.each(locales)('WE8 %s is written so that it can be shown', (locale) => {
    const broken: string[] = []
    for (const [key, text] of Object.entries(readCatalogue(folder, locale))) {
      const onError = (error: Error) => broken.push(`${key}: ${error.message}`)
      const { arguments: used, tags } = messageParts(text)
      const values = Object.fromEntries([
        ...used.map(({ name }): [string, unknown] => [name, 1]),
        ...tags.map((tag): [string, unknown] => [tag, (inner: string) => inner]),
      ])
      const rendered = createTranslator({ locale, messages: { text }, onError }).markup(
        'text',
        values as never,
      )
      if (rendered.trim() === '') broken.push(`${key}: says nothing`)
    }
    expect(broken).toEqual([])
  })

  test.each(locales)(
    'WE8 every plural of %s has a form for each category of the language',
    (locale) => {
      expect(incompletePlurals(locale, readCatalogue(folder, locale))).toEqual([])
    },
  )

  test.each(locales.filter((locale) => locale !== 'en'))('WE8 %s is translated', (locale) => {
    const script = { ru: /\p{Script=Cyrillic}/u, 'zh-TW': /\p{Script=Han}/u, vi: /\p{L}/u }[locale]
    const left = Object.entries(readCatalogue(folder, locale)).filter(([key, text]) => {
      const original = source[key] ?? ''
      if (!hasWords(original) || mayBeSame.has(original)) return false
      return text === original || (hasWords(text) && !script.test(text))
    })
    expect(left).toEqual([])
  })
})

function incompletePlurals(locale: Locale, texts: Texts): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    messageParts(text).arguments.flatMap(({ name, kind, branches }) => {
      if (kind === 'plain' || kind === 'select' || onlyOther.has(`${key} ${name}`)) return []
      const rules = new Intl.PluralRules(locale, {
        type: kind === 'plural' ? 'cardinal' : 'ordinal',
      })
      const expected = rules.resolvedOptions().pluralCategories.toSorted()
      const written = branches.filter((branch) => !branch.startsWith('='))
      return written.join() === expected.join()
        ? []
        : [`${key}, {${name}}: has ${written.join()}, needs ${expected.join()}`]
    }),
  )
}

test('WE8 every text that the code asks for is there', () => {
  const keys = Object.keys(english)
  const lacking = uses.filter(({ pattern }) => !keys.some((key) => pattern.test(key)))
  expect(lacking.map(({ place, pattern }) => `${place}: ${pattern.source}`)).toEqual([])
})

test('WE8 every text is asked for', () => {
  const exact = new Set([...uses.map(({ key }) => key), ...namedInManifests])
  const running = uses.filter(({ key }) => key === null)
  const names = namesIn([
    ...screenCode,
    ...readSources(['features/*/{contract,server}/**/*.ts', 'kit/model/**/*.ts']),
  ])
  // A key that is found out while running must at least be put together from names in the code.
  const isMade = (key: string) =>
    running.some(({ pattern }) => {
      const parts = pattern.exec(key)?.slice(1)
      return parts?.every((part) => names.has(part)) ?? false
    })
  expect(Object.keys(english).filter((key) => !exact.has(key) && !isMade(key))).toEqual([])
})

test('WE8 every title of a screen or a kind of widget is in the catalogues', () => {
  expect(namedInManifests.filter((key) => english[key] === undefined)).toEqual([])
})

test('WE8 screens whose texts are fetched on demand are those of features that have such', () => {
  const withSuch = catalogueFolders.flatMap(
    (folder) => /^features\/([^/]+)\/web\/texts\/on-demand$/.exec(folder)?.[1] ?? [],
  )
  expect(withSuch).toContain('audit')
  const differing = features.flatMap(({ name, screens }) =>
    screens
      .filter(({ textsOnDemand = false }) => textsOnDemand !== withSuch.includes(name))
      .map(({ path }) => path),
  )
  expect(differing).toEqual([])
})

test('WE8 nothing on screen is written outside the catalogues', () => {
  // Icons name the lines of their drawings.
  const withWords = screenCode.filter(({ path }) => path !== 'kit/ui/icon.tsx')
  const found = withWords
    .flatMap(visibleLiterals)
    .filter(({ text }) => english[text] === undefined && !mayBeLiteral.has(text))
  expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('WE8 the checks themselves see what they are for', () => {
  const screen = `
    function Screen({ kind, on }) {
      const translate = useTranslations('session')
      const all = useTranslations()
      toast('error', 'Spoken')
      return (
        <Tool label={on ? 'Shown' : translate('shown')} title="Hint" className="plain">
          Words {translate(\`roles.\${kind}\`)} {all('a.b')}
        </Tool>
      )
    }
    function Other({ translate }) { return translate('elsewhere') }`
  const source = sourceOf('screen.tsx', screen)
  expect(visibleLiterals(source).map(({ text }) => text)).toEqual([
    'Spoken',
    'Words',
    'Shown',
    'Hint',
  ])
  expect(keyUses(source).map(({ key, pattern }) => key ?? pattern.source)).toEqual([
    'session.shown',
    String.raw`^session\.roles\.(.+)$`,
    'a.b',
  ])
  expect(
    incompletePlurals('ru', { count: '{count, plural, one {# день} other {# дня}}' }),
  ).toHaveLength(1)
  expect(signature("{kind, select, a {<b>x</b>} other {{count, number}}} '{'no'}'")).toEqual([
    '<b>',
    'count',
    'kind of a, other',
  ])
  for (const wrong of ['{a', 'a}', '{a, plural, one {x}', '{}'])
    expect(() => messageParts(wrong), wrong).toThrow()
})
