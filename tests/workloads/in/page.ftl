<#macro line p>${p.name?upper_case} ${p.greet("Hello")}</#macro>
<#list people as p>
${p?index}: <@line p/>
</#list>
<#if n gt 2>${n * 2} ${people?size} ${"a,b"?split(",")?join("-")}<#else>no</#if>
