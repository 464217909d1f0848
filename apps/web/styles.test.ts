import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { project } from '#testing/catalogues/catalogues.ts'

/** Elements around everything that a screen inserts. */
const around = /^(?::root|html|body|\.shell|\.stage|\.main|\.view)\b/
/** What the last part of a selector can be found by. */
const named = /[.#[]|^[a-z]/

/** What a selector says of others than the element that has something inside. */
const restOf = (selector: string) =>
  /:has\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)?(?<rest>[\s>+~].*)$/.exec(selector)?.groups?.[
    'rest'
  ]

it('WE30 what is inserted has the styles of no other elements computed again', () => {
  const files = globSync('{apps,kit,features}/**/*.css', { cwd: project })
  const wide = files
    // The tour has its styles only while it is shown.
    .filter((file) => !/\/dist\/|\/tour\.css$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`${project}${file}`, 'utf8').matchAll(/(?<=^|[;{}/])([^;{}@/]+)\{/g)]
        .flatMap(([, list = '']) => list.split(/,(?![^(]*\))/).map((each) => each.trim()))
        .filter((selector) => {
          const rest = restOf(selector)
          if (rest === undefined) return false
          const last = rest.split(/[\s>+~]+/).at(-1) ?? ''
          return around.test(selector) || !named.test(last.replace(/:not\(.*\)/, ''))
        })
        .map((selector) => `${file}: ${selector}`),
    )
  expect(wide).toEqual([])
})
