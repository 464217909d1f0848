import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

test.each([
  ['# Shift', '<h4 data-depth="1">Shift</h4>'],
  ['**now** and *then*', '<p><strong>now</strong> and <em>then</em></p>'],
  ['3. three\n4. four', '<ol start="3"><li><p>three</p></li><li><p>four</p></li></ol>'],
  ['`P-101` &amp; tank', '<p><code>P-101</code> &amp; tank</p>'],
  ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
])('WD43 %j is drawn as Markdown', (text, drawn) => expect(html(text)).toBe(drawn))

test.each([
  ['https://plant.example/a?b=1', true],
  ['http://plant.example', true],
  ['mailto:shift@plant.example', true],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java&#x0a;script:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['//elsewhere.example', false],
  ['/api/logout', false],
  ['file:///etc/passwd', false],
])('WD43 a link to %s is one: %s', (address, isLink) => {
  expect(html(`[go](${address})`).includes('<a ')).toBe(isLink)
  expect(html(`[go](${address})`)).toContain('go')
})

test('WD43 a picture is its description, and HTML is shown as it was written', () => {
  expect(html('![a boiler](https://elsewhere.example/x.png)')).toBe('<p>a boiler</p>')
  expect(html('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html('a <img src=x onerror=alert(1)> b')).not.toContain('<img')
})

const allowed = new Set(
  'p h4 h5 h6 em strong blockquote ol ul li a code pre br hr'.split(' ').map((name) => name),
)
const piece = fc.constantFrom(
  ...[
    '<',
    '>',
    '[x](',
    ')',
    '![',
    '](',
    'javascript:',
    'https:',
    '"',
    "'",
    'onload=',
    '`',
    '```\n',
  ],
  ...[
    'script',
    'iframe',
    'svg',
    '* ',
    '1. ',
    '# ',
    '\n',
    '    ',
    '&lt;',
    '&#106;',
    '\\',
    '\0',
    'a',
  ],
)

test('WD43 whatever is written becomes a few elements, and addresses of three kinds', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const drawn = html(pieces.join(''))
      for (const [, name = ''] of drawn.matchAll(/<([a-z\d]+)/g)) expect(allowed).toContain(name)
      for (const [, address = ''] of drawn.matchAll(/href="([^"]*)"/g))
        expect(address).toMatch(/^(https?:|mailto:)/i)
      expect(drawn).not.toMatch(/<[^>]+\son/)
    }),
    { numRuns: 2_000 },
  )
})

test('WD43 two thousand quotes within each other are drawn with a few frames', () => {
  const drawn = html(`${'>'.repeat(1_999)}x`)
  expect(drawn.match(/<blockquote>/g)?.length).toBeLessThan(20)
  expect(drawn).toContain('x')
})
