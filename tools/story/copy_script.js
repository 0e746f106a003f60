document.querySelectorAll('.command button').forEach(function(button){
  button.addEventListener('click',function(){
    var text=button.parentNode.querySelector('code').textContent;
    function done(){button.textContent='Copied';
      setTimeout(function(){button.textContent='Copy'},1500)}
    function select(){var range=document.createRange();
      range.selectNodeContents(button.parentNode.querySelector('code'));
      var selection=getSelection();selection.removeAllRanges();selection.addRange(range);
      if(document.execCommand('copy'))done()}
    if(navigator.clipboard)navigator.clipboard.writeText(text).then(done,select);else select();
  });
});
