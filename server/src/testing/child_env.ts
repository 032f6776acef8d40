/** The environment every child process needs: paths to programs, and the program's compiled code. */
export function childEnv(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: cache } = process.env
  return { PATH, NODE_NO_WARNINGS: '1', ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) }
}
