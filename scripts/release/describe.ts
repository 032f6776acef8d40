// Release notes: a version's section in CHANGELOG.md.

/** The text below `## VERSION` or `## [VERSION] - DATE`; undefined if there is no such section. */
export function describeRelease(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => headingVersion(line) === version)
  if (start < 0) return undefined
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  const section = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length)
  return `# Florin ${version}\n\n${section.join('\n').trim()}\n`
}

function headingVersion(line: string): string | undefined {
  return /^## \[?([^\] ]+)\]?( - \d{4}-\d{2}-\d{2})?$/.exec(line)?.[1]
}

/** Before a version has its own section, the notes list the unreleased changes, and say so. */
export function describeBuild(changelog: string, version: string): string {
  const notes = describeRelease(changelog, version)
  if (notes !== undefined) return notes
  const unreleased = describeRelease(changelog, 'Unreleased')
  if (unreleased === undefined) {
    throw new Error(`CHANGELOG.md has no section ${version}, and none of what is unreleased.`)
  }
  const warning = `CHANGELOG.md has no section ${version} yet: this build is not a release.`
  return unreleased.replace('# Florin Unreleased', `# Florin ${version}\n\n**${warning}**`)
}
