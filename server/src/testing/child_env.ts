/** What every child process needs of this one: where programs are, and the compiled code of the program. */
export function childEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: cache } = process.env
  return { PATH, NODE_NO_WARNINGS: '1', ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) }
}
